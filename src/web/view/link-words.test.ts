import { describe, expect, it } from "vitest";
import { linkWords } from "./link-words.ts";

const at = new Date(2026, 1, 3, 12, 3).getTime();

describe("linkWords", () => {
  it("[WB7] a live page says nothing", () => {
    expect(linkWords({ phase: "live" }, at, at)).toBeNull();
  });

  it("[WB7] a page that lost the daemon says since when, that it may be out of date, and when it tries again", () => {
    const link = { phase: "lost", since: at + 10_000, retryAt: at + 53_500 } as const;
    expect(linkWords(link, at, at + 50_000)).toBe(
      "The daemon has not answered for 40s. What you see is from 12:03 and may be out of date. Retrying in 4s.",
    );
    expect(linkWords(link, null, at + 53_500)).toBe(
      "The daemon has not answered for 43s. Nothing is known yet. Retrying now.",
    );
  });

  it("[UI16] a page that shows what it kept says from when that is", () => {
    expect(linkWords({ phase: "connecting" }, null, at)).toBe("Connecting to the daemon…");
    expect(linkWords({ phase: "connecting" }, at, at + 86_400_000)).toBe(
      "Connecting to the daemon… What you see is from 2026-02-03 12:03, when this page last heard of it.",
    );
  });

  it("[WB7] a page that is signed out says how to get in", () => {
    expect(linkWords({ phase: "signed-out" }, null, 0)).toContain("agtmux daemon status");
  });
});
