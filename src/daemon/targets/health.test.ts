import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Health } from "../../core/protocol/base/state.ts";
import { afterFailure, afterSuccess, type HealthRecord, NOT_ASKED_YET } from "./health.ts";

const WINDOW_MS = 30_000;

type Answer = { at: number; ok: boolean };

function healths(answers: readonly Answer[]): Health[] {
  let record: HealthRecord = NOT_ASKED_YET;
  return answers.map(({ at, ok }) => {
    record = ok ? afterSuccess(record) : afterFailure(record, at);
    return record.health;
  });
}

const yes = (at: number): Answer => ({ at, ok: true });
const no = (at: number): Answer => ({ at, ok: false });

/** Any sequence of results, up to a window apart. */
const runs = fc
  .array(fc.record({ wait: fc.integer({ min: 0, max: WINDOW_MS + 1 }), ok: fc.boolean() }))
  .map((steps) => {
    let at = 0;
    return steps.map(({ wait, ok }) => {
      at += wait;
      return { at, ok };
    });
  });

describe("health", () => {
  it("[TG16] is degraded at one failure and ok after two answers", () => {
    expect(healths([yes(0), yes(1), no(2), yes(3), yes(4)])).toEqual(["degraded", "ok", "degraded", "degraded", "ok"]);
  });

  it("[TG16] is down at three failures within 30 s, an answer in between or not", () => {
    expect(healths([yes(0), yes(1), no(2), no(3), no(4)]).at(-1)).toBe("down");
    expect(healths([yes(0), yes(1), no(2), no(3), yes(4), no(30_001)]).at(-1)).toBe("down");
  });

  it("[TG16] three failures in more than 30 s do not make it down if there was an answer between them", () => {
    const answers = [yes(0), yes(1), no(2), no(15_000), yes(15_001), no(30_002), no(45_000)];
    expect(healths(answers).at(-1)).toBe("degraded");
  });

  it("[TG16] is down after 30 s without an answer, however few attempts fit into them", () => {
    expect(healths([yes(0), yes(1), no(40_000), no(69_999)]).at(-1)).toBe("degraded");
    expect(healths([yes(0), yes(1), no(40_000), no(70_000)]).at(-1)).toBe("down");
  });

  it("[TG16, TG17] one answer does not make a target ok again, nor does a failure restart the count", () => {
    const down = [no(0), no(1), no(2)];
    expect(healths([...down, yes(3)]).at(-1)).toBe("down");
    expect(healths([...down, yes(3), no(90_000), yes(90_001)]).at(-1)).toBe("down");
    expect(healths([...down, yes(3), yes(4)]).at(-1)).toBe("ok");
  });

  it("[TG16] never goes down with fewer than three failures in 30 s unless all of them are silent, and never stays up with three in a row", () => {
    fc.assert(
      fc.property(runs, (answers) => {
        const told = healths(answers);
        for (const [index, health] of told.entries()) {
          const { at, ok } = answers[index] as Answer;
          const before = told[index - 1] ?? NOT_ASKED_YET.health;
          const past = answers.slice(0, index + 1);
          const failed = past.filter((each) => !each.ok && at - each.at < WINDOW_MS).length;
          const silence = past.slice(past.findLastIndex((each) => each.ok) + 1);
          const silent = at - (silence[0]?.at ?? at) >= WINDOW_MS;
          if (health === "down" && before !== "down")
            expect({ ok, enough: failed >= 3 || silent }).toEqual({ ok: false, enough: true });
          const last = answers.slice(Math.max(0, index - 2), index + 1);
          const inARow = last.length === 3 && last.every((each) => !each.ok && at - each.at < WINDOW_MS);
          if (inARow) expect(health).toBe("down");
        }
      }),
    );
  });

  it("[TG16] is ok only after two answers in a row, and then always", () => {
    fc.assert(
      fc.property(runs, (answers) => {
        for (const [index, health] of healths(answers).entries()) {
          const twice = index >= 1 && answers[index]?.ok === true && answers[index - 1]?.ok === true;
          expect(health === "ok").toBe(twice);
        }
      }),
    );
  });
});
