import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { matchExpression } from "../../src/core/search/match-expression.ts";
import { SearchWorker } from "../../src/daemon/search/search-worker.ts";
import type { WorkerStart } from "../../src/daemon/search/worker-messages.ts";
import type { BenchResult } from "./bench-result.ts";
import { percentile } from "./percentile.ts";

/** Of transcripts, as Claude writes them; `BENCH_SEARCH_MB` is for a shorter look. */
const MEGABYTES = Number(process.env.BENCH_SEARCH_MB ?? 1_000);
const FILE_BYTES = 2 * 2 ** 20;
const WORDS = 60_000;
const REACH_MS = 100;
const ROUNDS = 20;
const QUERIES: Record<string, string> = {
  "a rare word": "w59000",
  "a frequent word": "w1",
  "three frequent words": "w1 w2 w3",
  "words that stand together": '"w1 w2"',
  "the beginning of a word": "w123*",
  "words that are nowhere": "w1 nowhere",
};

/** How soon a search in 1 GB of transcripts is answered, and what the index costs. */
export async function benchSearch(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-search-"));
  try {
    const bytes = writeTranscripts(join(dir, ".claude", "projects"));
    const start: WorkerStart = {
      database: join(dir, "search.db"),
      ownHome: join(dir, "home"),
      home: dir,
      env: {},
      exclude: [],
      keepMs: Number.MAX_SAFE_INTEGER,
      mostBytes: 2 ** 40,
    };
    const began = performance.now();
    const [indexer, whileIndexing] = await buildIndex(start);
    const builtMs = performance.now() - began;
    await indexer.stop();
    const first = await firstAnswer(start);
    const worker = new SearchWorker(bundle(), start);
    const results = [];
    for (const [name, words] of Object.entries(QUERIES))
      results.push(await benchQuery(name, words, worker, start.database));
    const { index } = await worker.ask({ type: "search", wanted: wantedOf("w1"), live: [] });
    await worker.stop();
    const about = `${Math.round(bytes / 2 ** 20)} MB in ${index.conversations} files; index ${Math.round(index.bytes / 2 ** 20)} MB, made in ${Math.round(builtMs / 1000)} s with half of a core`;
    return [
      plain("search: first answer of a thread that has just started", first, about),
      plain("search: slowest of the answers while the index was made", whileIndexing, "one search each half second"),
      ...results,
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function plain(name: string, ms: number, detail: string): BenchResult {
  return { name, floor: "", ratio: ms, unit: "ms", reach: `≤ ${REACH_MS}`, ok: ms <= REACH_MS, detail };
}

async function buildIndex(start: WorkerStart): Promise<[SearchWorker, number]> {
  const worker = new SearchWorker(bundle(), start);
  let slowest = 0;
  let isOver = false;
  const built = worker.ask({ type: "scan", told: [] }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((done) => setTimeout(done, 500));
    const asked = performance.now();
    await worker.ask({ type: "search", wanted: wantedOf("w1 w20"), live: [] });
    slowest = Math.max(slowest, performance.now() - asked);
  }
  await built;
  return [worker, slowest];
}

async function firstAnswer(start: WorkerStart): Promise<number> {
  const asked = performance.now();
  const worker = new SearchWorker(bundle(), start);
  await worker.ask({ type: "search", wanted: wantedOf("w7 w8"), live: [] });
  const ms = performance.now() - asked;
  await worker.stop();
  return ms;
}

/** Against the bare query: the same words, the same number of rows, nothing around it. */
async function benchQuery(name: string, words: string, worker: SearchWorker, database: string): Promise<BenchResult> {
  const db = new DatabaseSync(database, { readOnly: true });
  const bare = db.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 20");
  const [ours, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now();
    await worker.ask({ type: "search", wanted: wantedOf(words), live: [] });
    const between = performance.now();
    bare.all(`text : (${matchExpression(words)})`);
    ours.push(between - before);
    floors.push(performance.now() - between);
  }
  db.close();
  const [ms, floorMs] = [percentile(ours, 0.5), percentile(floors, 0.5)];
  const slowest = percentile(ours, 1);
  return {
    name: `search: ${name}`,
    floor: "bare full-text query",
    ratio: ms / floorMs,
    reach: `≤ ${REACH_MS} ms`,
    ok: slowest <= REACH_MS,
    detail: `${ms.toFixed(1)} ms, at most ${slowest.toFixed(1)}; bare ${floorMs.toFixed(2)} ms`,
  };
}

function wantedOf(words: string) {
  return { words, agents: [], limit: 20 };
}

function bundle(): string {
  return resolve("dist", "search.cjs");
}

/** Words are as frequent as in a language: the n-th has the n-th part of the first one's share. */
function writeTranscripts(folder: string): number {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const text = (count: number) => Array.from({ length: count }, () => `w${Math.floor(WORDS ** random())}`).join(" ");
  const began = Date.now() - 90 * 86_400_000;
  let bytes = 0;
  for (let file = 0; bytes < MEGABYTES * 2 ** 20; file += 1) {
    const project = join(folder, `p${file % 40}`);
    mkdirSync(project, { recursive: true });
    const lines: string[] = [];
    for (let [size, at] = [0, 0]; size < FILE_BYTES; at += 1) {
      const line = JSON.stringify(lineOf(file, at, began, text));
      lines.push(line);
      size += line.length + 1;
    }
    const whole = `${lines.join("\n")}\n`;
    writeFileSync(join(project, `s${file}.jsonl`), whole);
    bytes += whole.length;
  }
  return bytes;
}

function lineOf(file: number, at: number, began: number, text: (words: number) => string): object {
  const timestamp = new Date(began + file * 10_000_000 + at * 5_000).toISOString();
  const common = {
    uuid: `u${file}-${at}`,
    timestamp,
    cwd: `/src/p${file % 40}`,
    sessionId: `s${file}`,
    version: "2.1.0",
  };
  const id = `c${file}-${at - (at % 4)}`;
  switch (at % 4) {
    case 0:
      return { ...common, type: "user", message: { content: text(40) } };
    case 1:
      return { ...common, type: "assistant", message: { content: [{ type: "text", text: text(120) }] } };
    case 2:
      return {
        ...common,
        type: "assistant",
        message: { content: [{ type: "tool_use", id, name: "Bash", input: { command: text(15) } }] },
      };
    default:
      return {
        ...common,
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: id, content: text(600) }] },
      };
  }
}
