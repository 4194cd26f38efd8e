import { expect, it } from "vitest";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { repository, shell, withFolder, write } from "../turns/test-repository.ts";
import { takeSnapshot } from "../turns/turn-git.ts";
import { undo } from "./undo.ts";

withFolder();

const HELP =
  /\. 'agtmux diff pane:host\/a\/@0\/%0' shows what is not committed there, and 'git restore FILE' takes back a file$/;

function refusal(record: object | null): Promise<string> {
  const item = {
    runtime_id: "r1",
    agent: "claude",
    state: "idle",
    ref: "pane:host/a/@0/%0",
    identity: { pane_id: "%0" },
  } as PaneItem;
  const store = { recall: () => (record === null ? null : JSON.stringify(record)) };
  const asked = { confirm: null, movesHead: false, name: "u", onTouch: () => undefined };
  return undo(item, shell, { panes: [], store }, asked).then(String, (error: Error) => error.message);
}

it("[WK22] whatever the reason why a turn cannot be undone, it says what helps instead", async () => {
  const { dir } = repository();
  const turn = { began_at: 1, directory: dir, commit: "0".repeat(40), late: false, why: null };
  expect(await refusal(null)).toMatch(HELP);
  expect(await refusal({ ...turn, commit: null, why: "git takes too long" })).toMatch(HELP);
  const late = await refusal({ ...turn, late: true });
  expect(late).toContain("came too late");
  expect(late).toMatch(HELP);
  const gone = await refusal(turn);
  expect(gone).toContain("no snapshot of the turn is left");
  expect(gone).toMatch(HELP);
});

it("[WK22] other agents that did something there since the turn began are named", async () => {
  const { dir } = repository();
  const before = await takeSnapshot(shell, dir, "s1");
  if (!("commit" in before)) throw new Error(JSON.stringify(before));
  write(dir, "a.txt", "two\n");
  const pane = (pane_id: string, more: object) =>
    ({
      runtime_id: pane_id,
      agent: "codex",
      state: "idle",
      ref: pane_id,
      since: 9,
      identity: { target: "host", pane_id },
      doing: { directory: { path: dir } },
      ...more,
    }) as PaneItem;
  const item = pane("%0", { agent: "claude" });
  const panes = [
    item,
    pane("%1", {}),
    pane("%2", { since: 3 }),
    pane("%3", { agent: null }),
    pane("%4", { doing: { directory: { path: "/elsewhere" } } }),
    pane("%5", { identity: { target: "vm1", pane_id: "%5" } }),
  ];
  const turn = { began_at: 5, directory: dir, commit: before.commit, late: false, why: null };
  const asked = { confirm: null, movesHead: false, name: "u", onTouch: () => undefined };
  const shown = await undo(item, shell, { panes, store: { recall: () => JSON.stringify(turn) } }, asked);
  expect(shown).toMatchObject({ files: [{ change: "M", name: "a.txt" }], others: ["codex in %1"] });
});
