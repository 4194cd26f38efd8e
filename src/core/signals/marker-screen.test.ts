import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Marker } from "./marker.ts";
import { newMarkers, readScreenMarkers as readMarkers } from "./marker-screen.ts";

const marker = (message: string): Marker => ({ type: "signal", state: "completed", message });
const [A, B, C, D] = [marker("a"), marker("b"), marker("c"), marker("d")] as const;

const readScreenMarkers = (rows: string[]) => readMarkers(rows).map((seen) => seen.marker);

describe("readScreenMarkers", () => {
  it("[MK18] reads the markers of a screen from top to bottom", () => {
    const rows = [
      "● Done.",
      "",
      "  --<[schmux:working:]>--",
      "│ ● --<[schmux:completed:a]>--      │",
      "❯ ",
      "~/.schmux",
    ];
    expect(readScreenMarkers(rows)).toEqual([{ type: "signal", state: "working", message: "" }, A]);
  });

  it("[MK18] joins a marker wrapped over up to four following rows", () => {
    const rows = [
      "┃ ⏺ --<[schmux:needs_input:Should  ┃",
      "┃   I delete          ┃",
      "┃   these - five -    ┃",
      "┃   files             ┃",
      "┃   now?]>--          ┃",
    ];
    expect(readScreenMarkers(rows)).toEqual([
      { type: "signal", state: "needs_input", message: "Should I delete these - five - files now?" },
    ]);
    expect(readScreenMarkers([...rows.slice(0, 4), "┃   or  ┃", ...rows.slice(4)])).toEqual([]);
  });

  it("[MK18] reads a marker without its brackets, which Cline takes for those of a link", () => {
    expect(
      readScreenMarkers([" * Done.", "", "   --<schmux:completed:a>--", " --<schmux:completed:b", " >--"]),
    ).toEqual([A, B]);
    expect(readScreenMarkers(["--<schmux:done:a>--", "a > b", "--<schmux:completed:a", "> a>-- is it"])).toEqual([]);
  });

  it("[MK18] reads a marker beside a scroll bar, and one that is wrapped there", () => {
    const rows = [
      " * Done.            █",
      "                    █",
      "   --<[schmux:completed:a]>--   ▄",
      "",
      "--<[schmux:completed:  █",
      "b]>--    ▀",
    ];
    expect(readScreenMarkers(rows)).toEqual([A, B]);
  });

  it("[MK18] joins a marker whose message begins on the next row", () => {
    expect(readScreenMarkers(["--<[schmux:completed:", "a]>--", "--<[schmux:completed:b]>--"])).toEqual([A, B]);
  });

  it.each([
    ["a blank row", ["--<[schmux:completed:a", "", "b]>--"]],
    ["text after the end", ["--<[schmux:completed:a", "b]>-- more"]],
    ["another bracket", ["--<[schmux:completed:a", "[1] b]>--"]],
    ["the end of the screen", ["--<[schmux:completed:a"]],
  ])("[MK18] does not join over %s", (_, rows) => {
    expect(readScreenMarkers(rows)).toEqual([]);
  });

  it("[MK18] starts again where another marker opens", () => {
    expect(readScreenMarkers(["--<[schmux:error:x", "--<[schmux:completed:", "a]>--"])).toEqual([A]);
  });

  it("[MK18] reads back any marker that a program wraps between words", () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom("a", "é", ".", "-", ":"), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 80 }), (message, width) => {
        const rows = wrap(`⏺ --<[schmux:error:${message.join(" ")}]>--`, width).map((row) => `│  ${row}  │`);
        expect(readScreenMarkers(["text", ...rows, "text"])).toEqual([
          { type: "signal", state: "error", message: message.join(" ") },
        ]);
      }),
    );
  });
});

describe("newMarkers", () => {
  it.each<[string, Marker[], Marker[], Marker[]]>([
    ["nothing seen before", [], [A, B], [A, B]],
    ["an empty screen", [A], [], []],
    ["a repaint", [A, B], [A, B], []],
    ["older ones scrolled off", [A, B], [B], []],
    ["newer ones scrolled away by the person", [A, B, C], [A, B], []],
    ["a window in the middle", [A, B, C, D], [B, C], []],
    ["one more", [A, B], [A, B, C], [C]],
    ["one more, the older ones gone", [A, B], [B, C], [C]],
    ["the same said twice", [A], [A, A], [A]],
    ["the same said thrice", [A, A], [A, A, A], [A]],
    ["a repaint of the same said twice", [A, A], [A, A], []],
    ["an alternation that goes on", [A, B, A], [A, B, A, B], [B]],
    ["a second word after a repeated one", [A, C, B, A], [A, B], [B]],
    ["none of the seen ones left", [A, B], [C, D], [C, D]],
    ["a screen that lost a marker in the middle", [A, B, C], [B, D], [B, D]],
  ])("[MK21] handles %s", (_, seen, visible, expected) => {
    expect(newMarkers(seen, visible)).toEqual(expected);
  });

  it("[MK21] collects exactly the printed markers through overlapping windows", () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 12 }), (looks) => {
        const emitted = Array.from({ length: 60 }, (_, i) => marker(String(i)));
        let seen: Marker[] = [];
        let said = 0;
        for (const { back, more, hidden } of looks) {
          said = Math.min(emitted.length, said + more);
          const end = Math.max(0, said - hidden);
          const start = Math.max(0, seen.length - 1 - back);
          const furthest = Math.max(seen.length, end);
          seen = [...seen, ...newMarkers(seen, emitted.slice(start, end))];
          expect(seen).toEqual(emitted.slice(0, furthest));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("[MK21] collects repeated markers exactly while none has scrolled off", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(fc.nat(20), { maxLength: 12 }), (emitted, ends) => {
        let seen: Marker[] = [];
        let furthest = 0;
        for (const end of ends) {
          seen = [...seen, ...newMarkers(seen, emitted.slice(0, end))];
          furthest = Math.max(furthest, end);
          expect(seen).toEqual(emitted.slice(0, furthest));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("[MK21] never finds more markers than were printed, through overlapping windows", () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.nat(12),
        fc.nat(12),
        fc.nat(12),
        (emitted, a, b, c) => {
          const seen = emitted.slice(0, Math.min(a + 1, emitted.length));
          const start = Math.min(b, seen.length - 1);
          const end = Math.min(start + c, emitted.length);
          const told = newMarkers(seen, emitted.slice(start, end));
          expect(told.length).toBeLessThanOrEqual(Math.max(0, end - seen.length));
          expect(told).toEqual(emitted.slice(end - told.length, end));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("[MK21] finds nothing new when the same screen is read again", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word, { maxLength: 8 }), (seen, visible) => {
        expect(newMarkers([...seen, ...newMarkers(seen, visible)], visible)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

const word = fc.constantFrom(A, B, C);
const look = fc.record({ back: fc.nat(6), more: fc.nat(4), hidden: fc.nat(3) });

function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const part of text.split(" ")) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + part.length <= width) rows[rows.length - 1] = `${row} ${part}`;
    else rows.push(part);
  }
  return rows;
}
