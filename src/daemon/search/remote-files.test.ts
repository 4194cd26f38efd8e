import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { AGENTS, adapterOf } from "../../core/agents/registry.ts";
import { archivesElsewhere } from "../../core/search/archive-script.ts";
import { conversationId } from "../../core/search/conversation-ref.ts";
import { IN_MEMORY } from "../store/open-database.ts";
import { findHits } from "./find-hits.ts";
import { Indexer } from "./indexer.ts";
import { type RemoteFile, RemoteFiles } from "./remote-files.ts";
import { SearchIndex } from "./search-index.ts";
import type { WorkerTask } from "./worker-messages.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const EXCLUDE = ["/src/secret"];

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agtmux-remote-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A machine over ssh whose scripts run here, and the index that is made of its files. */
function machine() {
  const index = SearchIndex.open(IN_MEMORY, "");
  onTestFinished(() => index.close());
  const indexer = new Indexer({
    ...{ index, archives: [], exclude: EXCLUDE, keepMs: 1e12, mostBytes: 2 ** 40, now: () => NOW },
    conversationOf: (agent) => adapterOf(agent)?.conversation ?? null,
  });
  const perform = (task: WorkerTask) => {
    switch (task.type) {
      case "place":
        return index.conversation(conversationId(task.file.agent, task.file.path, task.file.target));
      case "known":
        return index.conversations().filter(({ target }) => target === task.target);
      case "add":
        return indexer.add(task.file, task.read);
      case "forget":
        return indexer.forget(task.file);
      default:
        throw new Error(`${task.type} is no task of this test`);
    }
  };
  const ask = async (task: WorkerTask) => perform(task) as never;
  const remote = new RemoteFiles({
    ...{ worker: { ask }, archives: archivesElsewhere(AGENTS), exclude: EXCLUDE, keepMs: 180 * 86_400_000 },
    now: () => NOW,
  });
  const printed: number[] = [];
  const runScript: RemoteFile["runScript"] = async (script) => {
    try {
      const input = `HOME='${folder}'\nhome='${folder}/own home'\n${script}`;
      const stdout = execFileSync("sh", ["-s"], { input, encoding: "utf8" });
      printed.push(stdout.length);
      return { code: 0, stdout, stderr: "" };
    } catch (error) {
      return { code: (error as { status: number }).status, stdout: "", stderr: "" };
    }
  };
  const file = (name: string, more: Partial<RemoteFile> = {}): RemoteFile => ({
    ...{ agent: "claude", path: join(folder, name), target: "vm1", ended_at: null, runScript, directory: "/src/app" },
    ...more,
  });
  const texts = (words: string) =>
    findHits(index, { words, agents: [], limit: 20 }).hits.map(({ target, snippet }) => [
      target,
      snippet.map(({ text }) => text).join(""),
    ]);
  return { index, indexer, remote, printed, file, texts, runScript };
}

let serial = 0;
const OPENCODE = { timestamp: new Date(NOW - 1000).toISOString(), kind: "prompt", id: "o1" };

function line(content: string, cwd = "/src/app"): string {
  serial += 1;
  const timestamp = new Date(NOW - 1_000_000 + serial * 1000).toISOString();
  return `${JSON.stringify({ type: "user", uuid: `u${serial}`, timestamp, cwd, message: { content } })}\n`;
}

it("[WK58] of a file over ssh only what was added is read, whole lines, and nothing of one that was read to its end", async () => {
  const { remote, file, texts, printed } = machine();
  writeFileSync(join(folder, "a"), line("harbour one") + line("x".repeat(600_000)) + line("harbour two").slice(0, -4));
  await remote.read([file("a"), file("a")]);
  expect(texts("harbour")).toEqual([["vm1", "harbour one"]]);
  printed.length = 0;
  writeFileSync(join(folder, "b"), line("harbour three"));
  appendFileSync(join(folder, "a"), '"}}\n');
  appendFileSync(join(folder, "a"), line("harbour four"));
  await remote.read([file("a"), file("b", { ended_at: NOW - 100_000 })]);
  expect(texts("harbour").map(([, text]) => text)).toEqual([
    "harbour four",
    "harbour three",
    "harbour two",
    "harbour one",
  ]);
  expect(Math.max(...printed)).toBeLessThan(1000);
  printed.length = 0;
  await remote.read([file("b", { ended_at: NOW - 100_000 })]);
  expect(printed).toEqual([]);
});

it("[WK58] another file at the same path replaces the first, one that is gone leaves the index, and so does a target's", async () => {
  const { index, indexer, remote, file, texts } = machine();
  writeFileSync(join(folder, "a"), line("harbour one"));
  await remote.read([file("a")]);
  writeFileSync(join(folder, "new"), line("harbour two"));
  renameSync(join(folder, "new"), join(folder, "a"));
  await remote.read([file("a")]);
  expect(texts("harbour")).toEqual([["vm1", "harbour two"]]);
  rmSync(join(folder, "a"));
  await remote.read([file("a")]);
  expect([texts("harbour"), index.conversations()]).toEqual([[], []]);
  writeFileSync(join(folder, "a"), line("harbour three"));
  await remote.read([file("a")]);
  await indexer.scan([], ["vm1"]);
  expect(texts("harbour")).toHaveLength(1);
  await indexer.scan([], []);
  expect(texts("harbour")).toEqual([]);
});

it("[WK53, WK58] nothing of an excluded folder is read, and a target that fails does not keep others from being read", async () => {
  const { remote, file, texts, printed } = machine();
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), line("harbour"));
  await remote.read([file("a", { directory: "/src/secret/x" })]);
  expect(printed).toEqual([]);
  const broken = file("a", { target: "vm2", runScript: () => Promise.reject(new Error("it is gone")) });
  await remote.read([broken, file("b")]);
  expect(texts("harbour")).toEqual([["vm1", "harbour"]]);
});

it("[WK58] conversations that no agent has told, and those of sub-agents, are found, read once, and leave the index when they are gone", async () => {
  const { remote, runScript, file, texts, printed } = machine();
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const ended = ".claude/projects/-src-it's a (p)/s-1.jsonl";
  write(ended, line("harbour one"));
  write(".claude/projects/-src/s-1/subagents/agent-7.jsonl", line("harbour two"));
  write(".claude/projects/-src/secret.jsonl", line("harbour secret", "/src/secret/x"));
  write(".claude/projects/-src/old.jsonl", line("harbour old"));
  utimesSync(join(folder, ".claude/projects/-src/old.jsonl"), 0, 0);
  write(".claude/projects/-src/not/deep/enough.jsonl", line("harbour deep"));
  write("own home/conversations/opencode/o.jsonl", `${JSON.stringify({ ...OPENCODE, text: "harbour four" })}\n`);
  symlinkSync(join(folder, ended), join(folder, ".claude/projects/-src/link.jsonl"));
  const told = file(".claude/projects/-src/told.jsonl");
  write(".claude/projects/-src/told.jsonl", line("harbour told"));
  write(".claude/projects/-src/other.jsonl", line("harbour of another target on the same machine"));
  const place = { target: "vm1", runScript, told: [told.path, join(folder, ".claude/projects/-src/other.jsonl")] };
  await remote.read([told], [place]);
  const found = () => texts("harbour").map(([, text]) => text);
  // OpenCode's files name no folder, so they may be of one that is left out
  expect(found().sort()).toEqual(["harbour one", "harbour told", "harbour two"]);
  printed.length = 0;
  await remote.read([told], [place]);
  // the told file, the list, and those of which nothing may be read
  expect(printed.length).toBeLessThanOrEqual(3);
  appendFileSync(join(folder, ended), line("harbour five"));
  rmSync(join(folder, ".claude/projects/-src/s-1"), { recursive: true });
  await remote.read([told], [place]);
  expect(found().sort()).toEqual(["harbour five", "harbour one", "harbour told"]);
});
