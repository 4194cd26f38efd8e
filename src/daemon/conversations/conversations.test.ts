import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { adapterOf } from "../../core/agents/registry.ts";
import type { RuntimeRow } from "../store/store.ts";
import { Conversations, type ConversationsDeps } from "./conversations.ts";

const ID = "abcdefghijkl";

/** Conversations of a machine with one file of five turns; `offsets` are where these begin. */
function fiveTurns() {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-conversation-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "x.jsonl");
  const line = (uuid: string, type: string, content: unknown) =>
    `${JSON.stringify({ type, uuid, message: { content } })}\n`;
  const turns = [1, 2, 3, 4, 5].map(
    (n) => line(`p${n}`, "user", `prompt ${n} ü`) + line(`w${n}`, "assistant", [{ type: "text", text: `words ${n}` }]),
  );
  writeFileSync(path, turns.join(""));
  const offsets = turns.map((_, n) => Buffer.byteLength(turns.slice(0, n).join("")));
  const target: ReturnType<ConversationsDeps["here"]> = {
    name: "host",
    host: null,
    health: () => "down",
    fault: () => null,
    runtime: () => null,
    adapterOf,
    metadataOf: () => ({ pid: 1, home: null, transcript: path }),
    runScript: async (script) => ({
      ...{ code: 0, stderr: "" },
      stdout: execFileSync("sh", ["-s"], { input: script, encoding: "utf8" }),
    }),
  };
  const row = { runtime_id: "r1", target_id: "host", agent_type: "claude", pid: 1, ended_at: 5 } as RuntimeRow;
  const conversations = new Conversations({
    panes: () => [],
    targetOf: () => target,
    here: () => target,
    runtime: (id) => (id === "r1" ? row : null),
    locate: async (name) => (name === ID ? { agent: "claude", path } : null),
  });
  const read = (ref: string, turnsWanted: number, after?: string) =>
    conversations.read({ ref, turns: turnsWanted, ...(after !== undefined && { after }) }, false);
  return { conversations, offsets, read };
}

const texts = ({ pieces }: { pieces: readonly object[] }) =>
  pieces.map((piece) => ("text" in piece ? String(piece.text) : ""));

it("[WK55] reads turns from a place on, tells that later ones were left out, and goes on after them", async () => {
  const { offsets, read } = fiveTurns();
  const ref = `conversation:${ID}@${offsets[1]}`;
  const first = await read(ref, 2);
  expect(texts(first)).toEqual(["prompt 2 ü", "words 2", "prompt 3 ü", "words 3"]);
  expect(first).toMatchObject({ ref, continues: false, has_earlier: true, has_later: true, has_more: false });
  const next = await read(ref, 2, first.cursor);
  expect(texts(next)).toEqual(["prompt 4 ü", "words 4", "prompt 5 ü", "words 5"]);
  expect(next).toMatchObject({ continues: true });
  expect(await read(`conversation:${ID}@0`, 5)).toMatchObject({ has_earlier: false, has_later: false });
});

it("[WK55] reads the end of a conversation of an agent that has ended, by its id or its runtime", async () => {
  const { read } = fiveTurns();
  for (const ref of [`conversation:${ID}`, "runtime:r1"]) {
    const report = await read(ref, 1);
    expect(texts(report)).toEqual(["prompt 5 ü", "words 5"]);
    expect(report).toMatchObject({ ref, has_earlier: true, has_later: false });
  }
  await expect(read("conversation:000000000000", 1)).rejects.toMatchObject({ code: "E_REF_NOT_FOUND" });
});

it("[WK54] other members of the fleet read neither", async () => {
  const { conversations } = fiveTurns();
  for (const ref of [`conversation:${ID}@0`, "runtime:r1"])
    await expect(conversations.read({ ref, turns: 1 }, true)).rejects.toMatchObject({ code: "E_NOT_ALLOWED" });
});
