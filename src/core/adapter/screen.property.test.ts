import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBy, recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import { AGENTS } from "../agents/registry.ts";
import { Evidence } from "../protocol/events/event.ts";
import type { Screen } from "./screen.ts";

const screens = recordedScreens();
const rows = screens.flatMap(({ screen }) => screen.lines).filter((line) => line !== "");
const anyRow = fc.oneof(fc.constant(""), fc.constantFrom(...rows), fc.string({ unit: "binary", maxLength: 130 }));
const anyScreen = fc.record({
  lines: fc.array(anyRow, { maxLength: 40 }),
  title: fc.option(fc.oneof(fc.string(), fc.constantFrom(...screens.map(({ screen }) => screen.title ?? ""))), {
    nil: undefined,
  }),
  command: fc.constantFrom(undefined, "bash", "node", "claude", ""),
  version: fc.constantFrom(undefined, "", "1.0", "99.9.9", "x"),
});

describe("any screen", () => {
  it.each(AGENTS.filter(({ readScreen }) => readScreen))(
    "[AD17, AD18] $name reads valid evidence with its cue, or none, and never throws",
    (agent) => {
      fc.assert(
        fc.property(anyScreen, (screen) => {
          const reading = agent.readScreen?.(screen);
          if (reading?.type === "read") {
            expect(Evidence.parse(reading.reading.evidence)).toEqual(reading.reading.evidence);
            expect(reading.cue.row).toBeLessThanOrEqual(screen.lines.length);
            expect(reading.cue.text).not.toBe("");
          } else expect(reading?.why).not.toBe("");
        }),
      );
    },
  );

  it("[AD17] blanks at the ends of rows and rows under the screen change nothing", () => {
    for (const { agent, name, screen } of screens) {
      const lines = [...screen.lines.map((line) => line.padEnd(130)), "", "      "];
      expect(`${name} ${readBy(agent, { ...screen, lines })}`).toBe(`${name} ${readBy(agent, screen)}`);
    }
  });

  it("[AD18] a screen without its top rows gives the same or less, never something else", () => {
    const isLess = (words: string) => /^(?:unknown|rest|ask|running by title)/.test(words);
    const stateIn = (words: string) => words.split(" ")[0];
    const otherwise = screens.flatMap(({ agent, name, state, screen }) => {
      const whole = readBy(agent, screen);
      const cuts = Array.from({ length: screen.lines.length - 8 }, (_, cut) => cut + 1);
      return cuts.flatMap((cut) => {
        const words = readBy(agent, { ...screen, lines: screen.lines.slice(cut) } satisfies Screen);
        if (stateIn(words) === stateIn(whole) || (isLess(words) && state !== "running")) return [];
        return words.startsWith("unknown") ? [] : [`${agent} ${name} without ${cut} rows: ${words}, not ${whole}`];
      });
    });
    expect(otherwise).toEqual([]);
  });
});
