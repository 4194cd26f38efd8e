import { describe, expect, it } from "vitest";
import { viewOf } from "./view.ts";

describe("viewOf", () => {
  it("[LS8, LS17] is named after the filters that somebody has set", () => {
    expect(viewOf("panes", [["agents_only", "true"]], 0).title).toBe("panes");
    const words = [
      ["state", "error"],
      ["agents_only", "true"],
    ] as const;
    expect(viewOf("panes", words, 0).title).toBe("panes, state error");
  });
});
