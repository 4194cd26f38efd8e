import type { Screen, ScreenReading } from "../../src/core/adapter/screen.ts";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { type RecordedScreen, readScreens } from "./recorded-screen.ts";

const SCREENS = new URL("../fixtures/agents/screens", import.meta.url).pathname;
let all: RecordedScreen[] | undefined;

export function recordedScreens(): readonly RecordedScreen[] {
  all ??= readScreens(SCREENS);
  return all;
}

export function recordedScreen(agent: string, name: string): Screen {
  const found = recordedScreens().find((each) => each.agent === agent && each.name === name);
  if (found === undefined) throw new Error(`no screen of ${agent} is called ${name}`);
  return found.screen;
}

/** `waiting_approval by approval`, `rest by ended`, `unknown: no cue fits`. */
export function readBy(agent: string, screen: Screen): string {
  const reading = adapterOf(agent)?.readScreen?.(screen);
  return reading === undefined ? "nobody reads it" : inWords(reading);
}

function inWords(reading: ScreenReading): string {
  if (reading.type === "unrecognised") return `unknown: ${reading.why}`;
  const { evidence } = reading.reading;
  if (evidence.kind !== "level") return evidence.kind;
  return `${evidence.state ?? (evidence.phase === "busy" ? "running" : evidence.phase)} by ${reading.cue.name}`;
}

/** The same screen with the last row that starts with `row` replaced by others. */
export function replaced(screen: Screen, row: string, ...by: string[]): Screen {
  const at = screen.lines.findLastIndex((line) => line.startsWith(row));
  if (at < 0) throw new Error(`no row begins with "${row}"`);
  return { ...screen, lines: screen.lines.toSpliced(at, 1, ...by) };
}
