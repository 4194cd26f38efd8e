import { describe, expect, it } from "vitest";
import { targetAdvice, targetWords } from "./target-words.ts";

const since = new Date(2026, 1, 3, 12, 3, 11).getTime();
const error = { code: "E_TARGET_UNREACHABLE", message: "no route", details: {} } as const;
const words = (panes: number, now: number) => targetWords({ target: "vm2", error, since }, panes, now);

describe("targetWords", () => {
  it.each([
    [4, "its 4 panes are unknown"],
    [1, "its pane is unknown"],
    [0, "its panes are not known"],
  ])("[TG18] says who does not answer, since when, and what becomes of its %d panes", (panes, told) => {
    expect(words(panes, since + 60_000)).toBe(`vm2 is out of reach since 12:03 — ${told}`);
  });

  it("[UI58] says when it is tried again, and how to find out what is wrong", () => {
    expect(targetAdvice({ target: "vm2", error, since })).toBe(
      "Nothing was lost; it is tried again by itself, at least every 30 s. `agtmux target doctor vm2` says what is wrong.",
    );
    const login = { ...error, code: "E_SSH_LOGIN" } as const;
    expect(targetAdvice({ target: "vm2", error: login, since })).toContain("`ssh vm2` in a terminal must log in");
  });

  it("[TG18] a time of another day has its date", () => {
    expect(words(4, since + 86_400_000)).toMatch(/^vm2 is out of reach since 2026-02-03 12:03 — /);
  });
});
