import type { AttentionKind } from "../../core/protocol/events/attention.ts";

interface Tone {
  hertz: number;
  seconds: number;
}

/** Two falling tones for a call that needs a person; one low, soft tone for the rest. */
const CALL: readonly Tone[] = [
  { hertz: 880, seconds: 0.15 },
  { hertz: 660, seconds: 0.15 },
];
const WORD: readonly Tone[] = [{ hertz: 523, seconds: 0.25 }];

const LOUD: ReadonlySet<AttentionKind> = new Set(["approval", "input", "error"]);
const SOFTER = 0.4;
/** A tone that starts or stops at full volume clicks. */
const FADE_S = 0.015;

export interface Chime {
  /** Whether a user gesture has unlocked sound, as browsers require. */
  isUnlocked(): boolean;
  play(kind: AttentionKind, volume: number): void;
}

/** Synthesises its tones: nothing to load or cache. */
export function openChime(page: Pick<Window, "addEventListener" | "removeEventListener">): Chime {
  let context: AudioContext | null = null;
  const gestures = ["pointerdown", "keydown", "touchend"] as const;
  const unlock = () => {
    context ??= new AudioContext();
    void context.resume().then(() => {
      if (context?.state === "running") for (const name of gestures) page.removeEventListener(name, unlock);
    });
  };
  for (const name of gestures) page.addEventListener(name, unlock);
  return {
    isUnlocked: () => context?.state === "running",
    play(kind, volume) {
      // a context that was unlocked once and suspended since can be resumed
      if (context === null) return;
      void context.resume();
      const isLoud = LOUD.has(kind);
      playTones(context, isLoud ? CALL : WORD, isLoud ? volume : volume * SOFTER);
    },
  };
}

function playTones(context: AudioContext, tones: readonly Tone[], volume: number): void {
  let at = context.currentTime;
  for (const { hertz, seconds } of tones) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = "sine";
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + FADE_S);
    gain.gain.setValueAtTime(volume, at + seconds - FADE_S);
    gain.gain.linearRampToValueAtTime(0, at + seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds;
  }
}
