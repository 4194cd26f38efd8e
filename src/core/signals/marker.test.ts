import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { opensMarker, parseMarker, unframe } from "./marker.ts";
import { SCHMUX_STATES } from "./schmux-state.ts";

const signal = (state: string, message: string) => ({ type: "signal", state, message });

describe("parseMarker", () => {
  it.each(SCHMUX_STATES)("[MK1] reads the state %s", (state) => {
    expect(parseMarker(`--<[schmux:${state}:All is well]>--`)).toEqual(signal(state, "All is well"));
  });

  it.each(["⏺ ", "● ", "• ", "- ", "* ", "> ", "✦ ", "  ", "│ ", "  ┃  ", "| ", "║", "▌ ", "│ ⏺ ", "\u00a0", "-"])(
    "[MK2] allows %j before it",
    (prefix) => {
      expect(parseMarker(`${prefix}--<[schmux:working:]>--`)).toEqual(signal("working", ""));
    },
  );

  it.each([" ", "   │", " | ", "┃", "▐", "    █", " ▄"])("[MK2] allows %j after it", (suffix) => {
    expect(parseMarker(`--<[schmux:error:x]>--${suffix}`)).toEqual(signal("error", "x"));
  });

  it.each([
    "I print --<[schmux:completed:x]>--",
    "$ echo --<[schmux:completed:x]>--",
    "--<[schmux:completed:x]>-- and more",
    "--<[schmux:completed:x]>-- ●",
    "⎿ --<[schmux:completed:x]>--",
    "--<[schmux:working:]>-- --<[schmux:completed:x]>--",
  ])("[MK2] refuses a marker that is not alone: %s", (line) => {
    expect(parseMarker(line)).toEqual({ type: "near_miss", line, why: "expected the marker alone on its line" });
  });

  it("[MK1] takes any message without a closing bracket, less the blanks around it", () => {
    const message = fc.string({ unit: "grapheme" }).filter((text) => !/[\]\n\r]/.test(text));
    fc.assert(
      fc.property(message, (text) => {
        expect(parseMarker(`--<[schmux:needs_input:${text}]>--`)).toEqual(signal("needs_input", text.trim()));
      }),
    );
    expect(parseMarker("--<[schmux:error:a: b [c]>--")).toEqual(signal("error", "a: b [c"));
  });

  it.each([
    [
      "--<[schmux:done:x]>--",
      'unknown state "done", expected one of completed, needs_input, needs_testing, error, working',
    ],
    [
      "--<[schmux:Completed:x]>--",
      'unknown state "Completed", expected one of completed, needs_input, needs_testing, error, working',
    ],
    ["--<[schmux:completed]>--", 'expected ":" and a message after the state "completed"'],
    ["--<[schmux:completed:see [1] below]>--", 'expected "]>--" after the message, which ends at its first "]"'],
    ["--<[schmux:completed:cut off", 'expected "]>--" after the message, which ends at its first "]"'],
    ["--<[ schmux:completed:x]>--", "expected --<[schmux:state:message]>--"],
    ["-<[schmux:completed:x]>-", "expected --<[schmux:state:message]>--"],
    ["--<schmux:completed:x>--", "expected --<[schmux:state:message]>--"],
    ["--<[schmux completed x]>--", "expected --<[schmux:state:message]>--"],
    ["schmux:completed:x", "expected --<[schmux:state:message]>--"],
  ])("[MK6] calls %s a near miss and says why", (line, why) => {
    expect(parseMarker(line)).toEqual({ type: "near_miss", line, why });
  });

  it.each([
    "",
    "an ordinary line",
    "~/.schmux/signal/abc",
    "cd schmux && npm test",
    "[schmux] daemon started",
    "docker pull schmux:latest",
    "http://schmux:8080/",
    "--<[other:completed:x]>--",
  ])("[MK6] says nothing of %j, which does not mean the protocol", (line) => {
    expect(parseMarker(line)).toBeNull();
  });

  // with quadratic work this would run into the test's time limit
  it("[TM11] takes time linear in a hostile line", () => {
    for (const part of ["--<[schmux:error:", "-", " ", "│ ", "[schmux:", "]>--", "--<  ", "[", "[ "]) {
      const run = part.repeat(32_768 / part.length);
      for (const line of [`--<[schmux:${run}`, `${run}[schmux:${run}`, `schmux --<${run}x`, `schmux [${run}x`]) {
        expect(parseMarker(line)?.type).not.toBe("signal");
        expect(opensMarker(`x${line}`)).toBe(false);
        expect(unframe(`x${line}x`)).toBe(`x${line}x`);
      }
    }
  });
});
