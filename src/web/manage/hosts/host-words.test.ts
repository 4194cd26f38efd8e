import { describe, expect, it } from "vitest";
import { testTarget } from "../../../../test/support/test-target.ts";
import { hostPlace, hostWords } from "./host-words.ts";

const error = { code: "E_TARGET_UNREACHABLE", message: "no route", details: {} } as const;

describe("how a target stands, in words", () => {
  it("[UI58, UI11] one that is down says since when, what it means and what happens next", () => {
    const down = testTarget({ name: "vm2", health: "down", last_seen_at: 60_000, panes: 3, error });
    expect(hostWords(down, 100_000)).toEqual({
      symbol: "✕",
      health: "Does not answer",
      words:
        "vm2 has not answered for 40s. Its 3 panes show as unknown; nothing was lost. It is tried again by itself, at least every 30 s.",
    });
    expect(hostWords({ ...down, last_seen_at: null }, 100_000).words).toBe(
      "vm2 has never answered. It is tried again by itself, at least every 30 s.",
    );
    expect(hostWords({ ...down, panes: 1 }, 100_000).words).toContain("Its pane shows as unknown");
  });

  it("[UI11] a target that is ok says no more; a degraded one says so", () => {
    expect(hostWords(testTarget({}), 5_000)).toEqual({ symbol: "✓", health: "Answers", words: "" });
    expect(hostWords(testTarget({ health: "degraded", error }), 5_000).words).toContain("last answered 4s ago");
    expect(hostWords(testTarget({ health: "degraded" }), 5_000).health).toBe("Being asked");
  });

  it("[UI11] says how it is reached", () => {
    expect(hostPlace(testTarget({}))).toBe("ssh me@vm1");
    expect(hostPlace(testTarget({ kind: "local", ssh_target: null, tmux_socket: "play" }))).toBe(
      "this machine, tmux -L play",
    );
  });
});
