import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { events } from "../support/event-log.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { giveToStranger, noStranger } from "./stranger.ts";

describe("paths in what a hook brings", () => {
  it("[SC21] lead to no file but the agent's own conversation, and stop nothing", async () => {
    const box = sandbox();
    await box.startDaemon();
    const agents = fakeAgents(box.dir);
    const misled = await claudeIn(box, "misled", agents.claude);
    const honest = await claudeIn(box, "honest", agents.claude);
    const folder = join(box.dir, ".claude", "projects", "w");
    const fifo = put(folder, "fifo.jsonl", null);
    const others = [put(box.dir, "notes.jsonl"), put(join(box.dir, "x"), "projects.jsonl")];
    if (noStranger === null) {
      others.push(put(folder, "theirs.jsonl"));
      giveToStranger(join(folder, "theirs.jsonl"));
    }
    const odd = [
      "/w/projects/w/\0.jsonl",
      `/${"n".repeat(300)}/projects/w/s.jsonl`,
      `/w${"/w".repeat(3_000)}/projects/w/s.jsonl`,
    ];
    for (const [turn, transcript_path] of [...odd, fifo, "projects/w/s.jsonl", ...others].entries()) {
      hook(box, misled, { prompt_id: `t-${turn}`, session_id: "s-1", cwd: "/w\0", transcript_path });
      await untilPane(box, misled, () => heard(box, "claude.UserPromptSubmit") > turn);
    }
    for (const session_id of ["../../../notes", "a".repeat(10_000)])
      hook(box, misled, { prompt_id: "t", session_id, cwd: `/w/${"../".repeat(20)}` });

    const own = put(folder, "s-2.jsonl");
    hook(box, honest, { prompt_id: "t-1", session_id: "s-2", cwd: "/w", transcript_path: own });
    await untilPane(box, honest, () => heard(box, "claude.api_error") > 0);

    expect((await box.pane(misled)).state).toBe("running");
    expect(events(box).filter(({ event_type }) => event_type === "claude.api_error")).toHaveLength(1);
    expect((await box.status()).problems).toEqual([]);
  });
});

async function claudeIn(box: Sandbox, name: string, command: string): Promise<string> {
  const pane = box.session(name, `exec ${command}`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  return pane;
}

/** A file that says of its session that it failed; without words a pipe. */
function put(folder: string, name: string, words: string | null = "API Error: 400"): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const line = { type: "assistant", timestamp: "2100-01-01T00:00:00Z", isApiErrorMessage: true };
  if (words === null) execFileSync("mkfifo", [path]);
  else writeFileSync(path, `${JSON.stringify({ ...line, message: { content: [{ type: "text", text: words }] } })}\n`);
  return path;
}

function hook(box: Sandbox, pane: string, payload: object): void {
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  drop(box, { agent: "claude", event: "UserPromptSubmit", pane, tmux, payload: JSON.stringify(payload) });
}

function heard(box: Sandbox, type: string): number {
  return events(box).filter(({ event_type }) => event_type === type).length;
}
