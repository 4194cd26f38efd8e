import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actsFrom, isNavigation, mayKeyAct } from "./key-gate.ts";

const READY = { isInView: true, standsSince: 0, keyBefore: null };

describe("mayKeyAct", () => {
  it("[UI23] a key acts on a row in view that has stood still for 400 ms, with the keyboard quiet for as long", () => {
    expect(mayKeyAct(READY, 400)).toBe("acts");
    expect(mayKeyAct(READY, 399)).toBe("too_soon");
    expect(mayKeyAct({ ...READY, keyBefore: 600 }, 999)).toBe("too_soon");
    expect(mayKeyAct({ ...READY, keyBefore: 600 }, 1_000)).toBe("acts");
    expect(mayKeyAct({ ...READY, isInView: false }, 1_000)).toBe("out_of_view");
    expect(mayKeyAct({ ...READY, standsSince: null }, 1_000_000)).toBe("too_soon");
  });

  it("[UI23] a row that was drawn after the key was pressed is never acted on", () => {
    expect(mayKeyAct({ ...READY, standsSince: 1_000 }, 999)).toBe("too_soon");
  });

  it("[UI23] only the keys that move about leave the next one free to act", () => {
    expect(["j", "k", "ArrowUp", "ArrowDown", "/", "Escape", "?"].every(isNavigation)).toBe(true);
    expect(["a", "d", "t", "1", "Enter", "Tab", " ", "J"].some(isNavigation)).toBe(false);
  });

  it("[UI23] at most the first key of a sentence typed with less than 400 ms between letters acts", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 399 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 1_000 }), gaps, (standsSince, [first = 0, ...rest]) => {
        let [at, keyBefore]: [number, number | null] = [first, null];
        const verdicts = [first, ...rest].map((gap, n) => {
          at += n === 0 ? 0 : gap;
          const verdict = mayKeyAct({ isInView: true, standsSince, keyBefore }, at);
          keyBefore = at;
          return verdict;
        });
        expect(verdicts.slice(1).every((verdict) => verdict === "too_soon")).toBe(true);
      }),
    );
  });

  it("[UI23] a key acts from the returned moment on, and not before", () => {
    const time = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(time, fc.option(time), time, (standsSince, keyBefore, at) => {
        const situation = { isInView: true, standsSince, keyBefore };
        expect(mayKeyAct(situation, at) === "acts").toBe(at >= actsFrom(situation));
      }),
    );
  });
});
