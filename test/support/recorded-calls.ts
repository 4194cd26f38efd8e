import type { BrowserContext, Page } from "playwright-core";

export interface Tone {
  hertz: number;
  /** Seconds on the audio context's clock. */
  from: number;
  to: number;
  loudest: number;
}

export interface Note {
  title: string;
  body: string;
}

/** Page script that records every tone played and every notification shown. */
const LISTEN = `
  globalThis.tones = [];
  globalThis.notes = [];
  const { createOscillator, createGain } = AudioContext.prototype;
  AudioContext.prototype.createGain = function () {
    const gain = createGain.call(this);
    gain.loudest = 0;
    const ramp = gain.gain.linearRampToValueAtTime.bind(gain.gain);
    gain.gain.linearRampToValueAtTime = (value, at) => {
      gain.loudest = Math.max(gain.loudest, value);
      return ramp(value, at);
    };
    return gain;
  };
  AudioContext.prototype.createOscillator = function () {
    const oscillator = createOscillator.call(this);
    const { start, stop, connect } = oscillator;
    const tone = { hertz: 0, from: 0, to: 0 };
    let gain = null;
    oscillator.connect = (node) => ((gain = node), connect.call(oscillator, node));
    oscillator.start = (at) => ((tone.from = at), start.call(oscillator, at));
    oscillator.stop = (at) => {
      Object.assign(tone, { to: at, hertz: oscillator.frequency.value, loudest: gain?.loudest ?? 0 });
      globalThis.tones.push(tone);
      return stop.call(oscillator, at);
    };
    return oscillator;
  };
  const Shown = globalThis.Notification;
  globalThis.Notification = class extends Shown {
    constructor(title, options) {
      super(title, options);
      globalThis.notes.push({ title, body: options.body });
      globalThis.lastNote = this;
    }
  };
`;

export async function recordCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(LISTEN);
}

export function tonesOf(page: Page): Promise<Tone[]> {
  return page.evaluate("globalThis.tones");
}

export function notificationsOf(page: Page): Promise<Note[]> {
  return page.evaluate("globalThis.notes");
}
