import { describe, expect, it } from "vitest";
import { queueWords } from "./queue-words.ts";

describe("queueWords", () => {
  it("[QU9] says how many prompts wait, and what keeps them", () => {
    expect(queueWords(undefined)).toBe("");
    expect(queueWords({ prompts: 2, paused: false, held: false, version: 1 })).toBe("2 queued");
    expect(queueWords({ prompts: 1, paused: true, held: true, version: 1 })).toBe("1 queued, one is held, paused");
  });
});
