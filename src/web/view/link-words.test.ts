import { describe, expect, it } from "vitest";
import { linkWords } from "./link-words.ts";

describe("linkWords", () => {
  it("[WB17] a live page says nothing", () => {
    expect(linkWords({ phase: "live" }, 0)).toBeNull();
  });

  it("[WB17] a page that lost the daemon says since when, that it may be out of date, and when it tries again", () => {
    const link = { phase: "lost", since: 10_000, retryAt: 53_500 } as const;
    expect(linkWords(link, 50_000)).toBe(
      "The daemon has not answered for 40s. What you see is from before that and may be out of date. Retrying in 4s.",
    );
    expect(linkWords(link, 53_500)).toMatch(/Retrying now\.$/);
  });

  it("[WB17] a page that is signed out says how to get in", () => {
    expect(linkWords({ phase: "signed-out" }, 0)).toContain("agtmux daemon status");
  });
});
