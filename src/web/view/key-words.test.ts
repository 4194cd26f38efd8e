import { describe, expect, it } from "vitest";
import { HOW_TO_ACT, keyWords } from "./key-words.ts";

describe("keyWords", () => {
  it("[WB19] a page without a key says that it may only look, and how to get the right to act", () => {
    expect(keyWords({ phase: "none" })).toBe(HOW_TO_ACT);
    expect(HOW_TO_ACT).toMatch(/may look, and not act.*agtmux daemon status.*agtmux pair/);
    expect(keyWords({ phase: "refused", message: "the code is too old" })).toContain("the code is too old");
  });

  it("[UI41] a page without a link says nothing about acting, but asks what it needs for pairing", () => {
    expect(keyWords({ phase: "none" }, false)).toBeNull();
    expect(keyWords({ phase: "refused", message: "the code is too old" }, false)).toBeNull();
    expect(keyWords({ phase: "asking", answer: () => undefined }, false)).not.toBeNull();
  });

  it("[WB19] a page that may act shows no notice", () => {
    expect(keyWords({ phase: "held" })).toBeNull();
  });
});
