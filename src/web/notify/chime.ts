import type { AttentionKind } from "../../core/protocol/attention.ts";

interface Tone {
  hertz: number;
  seconds: number;
}

/** Two falling tones call; what is only done is told by one that is low and soft. */
const CALL: readonly Tone[] = [
  { hertz: 880, seconds: 0.15 },
  { hertz: 660, seconds: 0.15 },
];
const WORD: readonly Tone[] = [{ hertz: 523, seconds: 0.25 }];

const LOUD: ReadonlySet<AttentionKind> = new Set(["approval", "input", "error"]);
const SOFTER = 0.4;
/** A tone that starts or stops at full strength clicks. */
const FADE_S = 0.015;

export interface Chime {
  /** Whether a gesture has allowed sound already: browsers want one first. */
  isUnlocked(): boolean;
  play(kind: AttentionKind, volume: number): void;
}

/** Sound that is made on the spot: nothing to load, nothing to cache. */
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
      // unlocked by a gesture long ago and put to sleep since, it wakes by itself
      if (context === null) return;
      void context.resume();
      const isLoud = LOUD.has(kind);
      strike(context, isLoud ? CALL : WORD, isLoud ? volume : volume * SOFTER);
    },
  };
}

function strike(context: AudioContext, tones: readonly Tone[], volume: number): void {
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
