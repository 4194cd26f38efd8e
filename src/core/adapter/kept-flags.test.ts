import { describe, expect, it } from "vitest";
import { keptFlags } from "./kept-flags.ts";

const REPEATS = { "--model": "value", "-m": "value", "--yolo": "alone" } as const;

describe("flags that are repeated", () => {
  it("[RS8] are those that the agent's adapter names, with their values, in their order", () => {
    const argv = ["/bin/agent", "--resume", "id", "--model", "big", "--key", "secret", "--yolo", "-m=small", "do it"];
    expect(keptFlags(argv, REPEATS)).toEqual(["--model", "big", "--yolo", "-m=small"]);
  });

  it("[RS8] a value that is no plain name, or is missing, takes its flag with it", () => {
    expect(keptFlags(["agent", "--model", "a b; rm", "--model=$(x)", "--yolo=1", "--model"], REPEATS)).toEqual([]);
    expect(keptFlags(["--yolo"], REPEATS)).toEqual([]);
    expect(keptFlags(["agent", "--model", "--yolo", "--constructor"], REPEATS)).toEqual([]);
  });
});
