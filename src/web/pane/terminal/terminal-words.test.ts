import { describe, expect, it } from "vitest";
import { terminalWords } from "./terminal-words.ts";

describe("terminalWords", () => {
  it("[UI16] says when the terminal is out of date, since when, and what happens next", () => {
    expect(terminalWords({ phase: "live" }, 0)).toBeNull();
    const lost = { phase: "lost", since: 1_000, retryAt: 44_000, why: null } as const;
    expect(terminalWords(lost, 41_000)).toBe(
      "Out of date for 40s: the daemon does not answer. Keys are not sent. Retrying in 3s.",
    );
    expect(terminalWords({ ...lost, why: "two is away" }, 41_000)).toBe(
      "Out of date for 40s: two is away. Keys are not sent. Retrying in 3s.",
    );
    expect(terminalWords({ phase: "interrupted", message: "vm1 is away" }, 0)).toBe(
      "Out of date: vm1 is away. It goes on by itself.",
    );
    expect(terminalWords({ phase: "closed", message: "the pane is gone" }, 0)).toBe(
      "The terminal was closed: the pane is gone.",
    );
  });
});
