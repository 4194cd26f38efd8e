import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Conversation } from "../../core/adapter/conversation.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { findHits } from "./find-hits.ts";
import { Indexer, type IndexerDeps } from "./indexer.ts";
import { SearchIndex } from "./search-index.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const DAY = 86_400_000;

let folder = "";
let database = "";
const opened: SearchIndex[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agtmux-index-"));
  database = join(folder, "search.db");
  mkdirSync(join(folder, "projects", "x"), { recursive: true });
});

afterEach(() => {
  for (const index of opened.splice(0)) index.close();
  rmSync(folder, { recursive: true });
});

function open(settings = "", more: Partial<IndexerDeps> = {}) {
  const index = SearchIndex.open(database, settings);
  opened.push(index);
  const indexer = new Indexer({
    index,
    conversationOf: (agent) => adapterOf(agent)?.conversation as Conversation,
    archives: [
      {
        agent: "claude",
        archive: { folder, patterns: ["projects/*/*.jsonl", "projects/*/*/subagents/agent-*.jsonl"] },
      },
    ],
    exclude: [],
    keepMs: 3650 * DAY,
    mostBytes: 2 ** 40,
    now: () => NOW,
    ...more,
  });
  const find = (words: string, wanted: object = {}) =>
    findHits(index, { words, agents: [], limit: 20, ...wanted }).hits.map(({ snippet, ...hit }) => ({
      ...hit,
      text: snippet.map(({ text, is_hit }) => (is_hit ? `[${text}]` : text)).join(""),
    }));
  const texts = (words: string, wanted: object = {}) => find(words, wanted).map(({ text }) => text);
  return { index, indexer, find, texts };
}

const fileOf = (name: string) => join(folder, "projects", "x", `${name}.jsonl`);

let serial = 0;
function line(type: "user" | "assistant", text: string, more: object = {}): string {
  serial += 1;
  const content = type === "user" ? text : [{ type: "text", text }];
  const timestamp = new Date(NOW - 1_000_000 + serial * 1000).toISOString();
  return `${JSON.stringify({ type, uuid: `u${serial}`, timestamp, cwd: "/src/app", message: { content }, ...more })}\n`;
}

function write(name: string, ...lines: string[]): void {
  appendFileSync(fileOf(name), lines.join(""));
}

describe("the index of conversations", () => {
  it("[WK50] finds turns, the newest first, each once, with the place of the turn and the words marked", async () => {
    const { indexer, find } = open();
    const first = line("user", "Why is the login flaky?");
    write("a", first, line("assistant", "The login waits for a timer: flaky."), line("user", "Mend the flaky login"));
    write("b", line("user", "Nothing of that"));
    await indexer.scan([]);
    const hits = find("flaky login");
    expect(hits).toMatchObject([
      { agent: "claude", project: "/src/app", kind: "prompt", text: "Mend the [flaky] [login]" },
      { kind: "words", text: "The [login] waits for a timer: [flaky]." },
    ]);
    expect(hits[0]?.ref).toMatch(/^conversation:[a-z0-9]{12}@\d+$/);
    expect(hits[1]?.ref).toBe(hits[0]?.ref.replace(/@.*/, "@0"));
    expect(hits[1]?.turn).toBe((JSON.parse(first) as { uuid: string }).uuid);
  });

  it("[WK50] looks only at some agents, projects and times", async () => {
    const { indexer, texts } = open();
    write("a", line("user", "word one", { cwd: "/src/Api" }));
    write("b", line("user", "word two", { cwd: "/src/web" }));
    await indexer.scan([]);
    expect(texts("word", { project: "api" })).toEqual(["[word] one"]);
    expect(texts("word", { project: "nowhere" })).toEqual([]);
    expect(texts("word", { agents: ["codex"] })).toEqual([]);
    expect(texts("word", { agents: ["codex", "claude"] })).toHaveLength(2);
    expect(texts("word", { since: NOW - 1_000_000 + serial * 1000 })).toEqual(["[word] two"]);
    expect(texts("word", { limit: 1 })).toEqual(["[word] two"]);
  });

  it("[WK52] reads each line once, however the file grows, and leaves half a line for later", async () => {
    const { index, indexer, texts } = open();
    const lines = [line("user", "alpha"), line("assistant", "alpha beta"), line("user", "alpha gamma")];
    const bytes = Buffer.from(lines.join(""));
    const cuts = fc.sample(fc.nat(bytes.length), { numRuns: 5, seed: 1 }).sort((a, b) => a - b);
    for (const [at, end] of [...cuts, bytes.length].entries()) {
      appendFileSync(fileOf("a"), bytes.subarray(at === 0 ? 0 : cuts[at - 1], end));
      await indexer.scan([]);
    }
    expect(texts("alpha")).toEqual(["[alpha] gamma", "[alpha] beta"]);
    expect(index.db.prepareColumn<[], number>("SELECT count(*) FROM pieces").get()).toBe(3);
  });

  it("[WK52] begins anew with a file that was cut, replaced, or written anew in its place", async () => {
    const { indexer, texts } = open();
    write("a", line("user", "before one"), line("user", "before two"));
    await indexer.scan([]);
    writeFileSync(fileOf("a"), line("user", "cut"));
    await indexer.scan([]);
    expect([texts("before"), texts("cut")]).toEqual([[], ["[cut]"]]);
    writeFileSync(`${fileOf("a")}.new`, line("user", "replaced") + line("user", "longer than it was"));
    renameSync(`${fileOf("a")}.new`, fileOf("a"));
    await indexer.scan([]);
    expect([texts("cut"), texts("replaced")]).toEqual([[], ["[replaced]"]]);
    writeFileSync(fileOf("a"), line("user", "anew") + line("user", "and much longer than what was here before that"));
    await indexer.scan([]);
    expect([texts("replaced"), texts("anew")]).toEqual([[], ["[anew]"]]);
  });

  it("[WK52] a message that is written again replaces the first; a removed file is forgotten; links are not followed", async () => {
    const { indexer, texts } = open();
    write("a", line("user", "half", { uuid: "same" }), line("user", "whole half", { uuid: "same" }));
    write("b", line("user", "gone soon"));
    writeFileSync(join(folder, "outside.jsonl"), line("user", "linked"));
    symlinkSync(join(folder, "outside.jsonl"), fileOf("link"));
    await indexer.scan([]);
    expect([texts("half"), texts("gone"), texts("linked")]).toEqual([["whole [half]"], ["[gone] soon"], []]);
    rmSync(fileOf("b"));
    await indexer.scan([]);
    expect(texts("gone")).toEqual([]);
  });

  it("[WK52] what a live agent writes is found at once, and a lost or damaged index is made anew", async () => {
    const { index, indexer, texts } = open();
    write("a", line("user", "early"));
    await indexer.scan([]);
    write("a", line("user", "late"));
    indexer.catchUp([{ agent: "claude", path: fileOf("a") }]);
    expect(texts("late")).toEqual(["[late]"]);
    index.close();
    writeFileSync(database, "no database");
    const again = open();
    await again.indexer.scan([]);
    expect(again.texts("late")).toEqual(["[late]"]);
  });

  it("[WK50, WK52] a sub-agent's own file is a conversation of its own, and that of a live agent's is read at once", async () => {
    const { indexer, find, texts } = open();
    const ofRun = { isSidechain: true, agentId: "h1" };
    const runs = join(folder, "projects", "x", "a", "subagents");
    mkdirSync(runs, { recursive: true });
    write("a", line("user", "ask a helper"));
    const first = line("user", "count the lighthouses", ofRun);
    writeFileSync(join(runs, "agent-h1.jsonl"), first + line("assistant", "seven lighthouses", ofRun));
    // one file each time at least, however slow the machine
    const live = [{ agent: "claude", path: fileOf("a"), runs: join(runs, "agent-*.jsonl") }];
    for (const _ of ["its own", "the sub-agent's"]) indexer.catchUp(live);
    expect(texts("lighthouses")).toEqual(["seven [lighthouses]"]);
    await indexer.scan([]);
    const [hit, ...others] = find("lighthouses");
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ path: join(runs, "agent-h1.jsonl"), project: "/src/app" });
    expect(hit?.turn).toBe((JSON.parse(first) as { uuid: string }).uuid);
  });

  it("[WK53] conversations of excluded folders are not in it, also if they go there later or do not say where they are", async () => {
    const exclude = ["/src/secret"];
    const { indexer, texts } = open("", { exclude });
    write("a", line("user", "word in app"));
    write("b", line("user", "word in secret", { cwd: "/src/secret/deep" }));
    write("c", line("user", "word before"), line("user", "word after", { cwd: "/src/secret" }));
    write("d", line("user", "word beside", { cwd: "/src/secretly" }));
    write("e", line("user", "word of nowhere", { cwd: undefined }));
    await indexer.scan([]);
    write("b", line("user", "word again in b"));
    await indexer.scan([]);
    expect(texts("word").sort()).toEqual(["[word] beside", "[word] in app"]);
    const told = open("other settings", { exclude });
    await told.indexer.scan([{ agent: "claude", path: fileOf("e"), directory: "/src/app" }]);
    expect(told.texts("nowhere")).toEqual(["word of [nowhere]"]);
  });

  it("[WK53] other settings make it anew", async () => {
    const { indexer, index } = open("one");
    write("a", line("user", "word"));
    await indexer.scan([]);
    index.close();
    expect(open("one").texts("word")).toHaveLength(1);
    opened.pop()?.close();
    expect(open("two").texts("word")).toHaveLength(0);
  });

  it("[WK53] what is too old is not in it, and the oldest words leave it when it is too large", async () => {
    const { indexer, texts, index } = open("", { keepMs: DAY });
    write(
      "a",
      line("user", "old word", { timestamp: new Date(NOW - 2 * DAY).toISOString() }),
      line("user", "new word"),
    );
    await indexer.scan([]);
    expect(texts("word")).toEqual(["new [word]"]);
    index.close();
    const most = 400_000;
    const small = open("small", { mostBytes: most });
    const filler = (each: number) => Array.from({ length: 200 }, (_, n) => (n * 7919 + each).toString(36)).join(" ");
    for (let each = 0; each < 400; each += 1) write("b", line("user", `number${each} ${filler(each)}`));
    await small.indexer.scan([]);
    expect(small.index.bytes()).toBeLessThanOrEqual(most);
    expect(small.texts("number399")).toHaveLength(1);
    expect(small.texts("number0")).toHaveLength(0);
    await small.indexer.scan([]);
    expect(small.texts("number399")).toHaveLength(1);
  });

  it("[WK50, WK57] finds words of all days, and an answer that may not wait goes on where it ended", async () => {
    const { indexer, index, texts } = open();
    const days = [0, 1, 1.2, 3, 30].map((days) => NOW - 600_000 - days * DAY);
    for (const [n, at] of days.entries())
      write(`d${n}`, line("user", `word of ${n}`, { timestamp: new Date(at).toISOString() }));
    await indexer.scan([]);
    const all = ["[word] of 0", "[word] of 1", "[word] of 2", "[word] of 3", "[word] of 4"];
    expect(texts("word")).toEqual(all);
    expect(texts("wor*", { since: NOW - 2 * DAY })).toEqual(all.slice(0, 3));
    expect(texts("word", { until: NOW - 2 * DAY })).toEqual(all.slice(3));
    let looks = 0;
    const found: unknown[] = [];
    for (let until: number | null | undefined; until !== null; ) {
      // each answer is late after one look
      let isLate = false;
      const answer = findHits(index, { words: "word", agents: [], limit: 20, until }, () => {
        [isLate, looks] = [!isLate, looks + 1];
        return !isLate;
      });
      found.push(...answer.hits.map(({ snippet }) => snippet.at(-1)?.text));
      until = answer.searched_to;
      expect(answer.has_more).toBe(until !== null);
    }
    expect(found).toEqual([" of 0", " of 1", " of 2", " of 3", " of 4"]);
    expect(looks).toBeGreaterThan(5);
  });

  it("[WK50] a turn that has the words many times is told once, and hides no other", async () => {
    const { indexer, texts } = open();
    write("a", line("user", "word of the first turn"), line("user", "word of the second"));
    for (let each = 0; each < 30; each += 1) write("a", line("assistant", `word ${each}`));
    await indexer.scan([]);
    expect(texts("word", { limit: 2 })).toEqual(["[word] 29", "[word] of the first turn"]);
  });

  it("[WK53] whole days leave it first when it is too large or they are too old", async () => {
    const filler = (day: number) => `day${day} ${Array.from({ length: 300 }, (_, n) => `filler${day}x${n}`).join(" ")}`;
    for (let day = 9; day >= 0; day -= 1)
      for (let each = 0; each < 20; each += 1)
        write(`d${day}`, line("user", filler(day), { timestamp: new Date(NOW - day * DAY - each).toISOString() }));
    const most = 1_000_000;
    const small = open("small", { mostBytes: most });
    await small.indexer.scan([]);
    expect(small.index.bytes()).toBeLessThanOrEqual(most);
    expect(small.texts("day0")).not.toEqual([]);
    expect(small.texts("day9")).toEqual([]);
    const whole = open("large", { keepMs: 5 * DAY });
    await whole.indexer.scan([]);
    expect([whole.texts("day3").length, whole.texts("day8").length]).toEqual([20, 0]);
    const later = open("large", { keepMs: 2 * DAY });
    await later.indexer.scan([]);
    expect([later.texts("day1").length, later.texts("day3").length]).toEqual([20, 0]);
    expect(later.index.db.prepareColumn<[], number>("SELECT count(*) FROM pieces").get()).toBeLessThan(60);
  });

  it("[WK54] secrets are not in it, and nobody else can read it", async () => {
    const { indexer, texts } = open();
    write("a", line("user", "Deploy with token=hunter2hunter2 now"));
    await indexer.scan([]);
    expect(texts("deploy")).toEqual(["[Deploy] with token=[redacted] now"]);
    expect(texts("hunter2hunter2")).toEqual([]);
    for (const end of ["", "-wal"]) expect(statSync(database + end).mode & 0o777).toBe(0o600);
  });
});
