import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { matchExpression } from "../../../src/core/search/match-expression.ts";
import { AGTMUX, Sandbox } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { Lister } from "../targets/list-time.ts";
import { processCosts, residentMb } from "../targets/process-cost.ts";
import { Language } from "./language.ts";
import { writeTranscripts } from "./write-transcripts.ts";

/** Of transcripts of all agents; `BENCH_SEARCH_MB` is for a shorter look. */
const MEGABYTES = Number(process.env.BENCH_SEARCH_MB ?? 1_024);
const REACH_MS = 100;
const ROUNDS = 15;
const PAUSE_MS = 250;
const REST_MS = 10_000;
const IDLE_MS = 62_000;
const REACH_LISTS = 2;

/** How soon a search in 1 GB of transcripts is answered, through the daemon and by the command line, and what the index costs. */
export async function benchSearch(): Promise<BenchResult[]> {
  const box = new Sandbox({ AGTMUX_SEARCH: "on", NODE_EXTRA_CA_CERTS: undefined });
  box.env.HOME = box.dir;
  try {
    const language = new Language();
    const written = writeTranscripts(box.dir, MEGABYTES, language);
    const database = join(box.home, "search.db");
    const { pid } = await box.startDaemon();
    const queries = queriesIn(language);
    const results = [...(await indexing(box, pid ?? 0, written, database))];
    // the thread of the search ends when nobody has asked for a minute
    await sleep(IDLE_MS);
    results.push(plain("first answer of a thread that has just started", [await firstAnswer(box, queries)], ""));
    for (const [name, words] of Object.entries(queries)) results.push(await benchQuery(name, words, box, database));
    for (const name of ["a rare word", "a frequent word"])
      results.push(benchCommand(name, queries[name] ?? "", box.env));
    return results;
  } finally {
    await box.dispose();
  }
}

function queriesIn(language: Language): Record<string, string> {
  const word = (rank: number) => language.word(rank);
  return {
    "a rare word": word(40_000),
    "a frequent word": word(0),
    "twelve frequent words": Array.from({ length: 12 }, (_, rank) => word(rank)).join(" "),
    "words that stand together": `"${word(0)} ${word(1)}"`,
    "the beginning of a word, two letters": `${word(0)}*`,
    "the beginning of a word, five letters": `${word(3_000).slice(0, 5)}*`,
    "words that are nowhere": "nowhere-to-be-found",
    "frequent words that never stand together": `"${[0, 1, 2, 3, 4, 5].map(word).join(" ")}"`,
  };
}

/** The daemon makes its index while somebody searches twice a second and somebody else lists the panes. */
async function indexing(
  box: Sandbox,
  pid: number,
  { bytes, files }: { bytes: number; files: number },
  database: string,
): Promise<BenchResult[]> {
  box.session("s");
  const lister = new Lister(box);
  const rest = await listsFor(lister, REST_MS);
  const before = residentMb(pid);
  const [began, cpu] = [performance.now(), cpuSeconds(pid)];
  const [answers, lists]: number[][] = [[], []];
  let memory = before;
  for (;;) {
    const asked = performance.now();
    const { unread, index } = await box.client.search({ words: "ba ke", agents: [], limit: 20 });
    answers?.push(performance.now() - asked);
    memory = Math.max(memory, residentMb(pid));
    if (unread === 0 && index.conversations > 0) break;
    lists?.push(...(await listsFor(lister, PAUSE_MS)));
  }
  lister.close();
  const seconds = (performance.now() - began) / 1000;
  const spent = cpuSeconds(pid) - cpu;
  const megabytes = Math.round(statSync(database).size / 2 ** 20);
  const ratio = percentile(lists ?? [], 0.95) / percentile(rest, 0.95);
  return [
    {
      name: "the index is made: CPU",
      floor: "",
      ratio: (100 * spent) / seconds,
      unit: "% of a core",
      reach: "≤ 65",
      ok: spent / seconds <= 0.65,
      detail: `${Math.round(bytes / 2 ** 20)} MB in ${files} files of five agents: ${Math.round(seconds)} s, ${Math.round(spent)} s of CPU; the database has ${megabytes} MB`,
    },
    {
      name: "the index is made: memory",
      floor: "",
      ratio: memory - before,
      unit: "MB",
      reach: "≤ 200",
      ok: memory - before <= 200,
      detail: `${Math.round(memory)} MB at most, ${Math.round(before)} MB before`,
    },
    {
      name: "GET /v1/panes while the index is made, p95",
      floor: "at rest",
      ratio,
      reach: `≤ ${REACH_LISTS}`,
      ok: ratio <= REACH_LISTS,
      detail: `${spreadOf(lists ?? [])}; at rest ${spreadOf(rest)}`,
    },
    plain("answers while the index is made", answers ?? [], `${answers?.length} searches`),
  ];
}

async function listsFor(lister: Lister, ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await sleep(20))
    times.push((await lister.ask()).ms);
  return times;
}

async function firstAnswer(box: Sandbox, queries: Record<string, string>): Promise<number> {
  const asked = performance.now();
  await box.client.search({ words: queries["a rare word"] ?? "", agents: [], limit: 20 });
  return performance.now() - asked;
}

/** Against bare queries of the same tables, newest first, until there are as many rows, with nothing around it. */
async function benchQuery(name: string, words: string, box: Sandbox, database: string): Promise<BenchResult> {
  const db = new DatabaseSync(database, { readOnly: true });
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'words_*' AND sql GLOB 'CREATE VIRTUAL*' ORDER BY name DESC",
    )
    .all()
    .map((row) => db.prepare(`SELECT rowid FROM ${row.name} WHERE ${row.name} MATCH ? ORDER BY rowid DESC LIMIT 20`));
  const match = `text : (${matchExpression(words)})`;
  const [ours, floors, whole]: [number[], number[], number[]] = [[], [], []];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now();
    let report = await box.client.search({ words, agents: [], limit: 20 });
    ours.push(performance.now() - before);
    found = report.hits.length;
    for (; report.searched_to !== null && found < 20; found += report.hits.length)
      report = await box.client.search({ words, agents: [], limit: 20, until: report.searched_to });
    whole.push(performance.now() - before);
    const between = performance.now();
    let rows = 0;
    for (const table of tables) if (rows < 20) rows += table.all(match).length;
    floors.push(performance.now() - between);
  }
  db.close();
  const [ms, floorMs] = [percentile(ours, 0.5), percentile(floors, 0.5)];
  return {
    name: `first answer: ${name}`,
    floor: "bare full-text query to its end",
    ratio: ms / floorMs,
    reach: `≤ ${REACH_MS} ms (p50)`,
    ok: ms <= REACH_MS,
    detail: `${spreadOf(ours)}; ${Math.min(found, 20)} hits after ${percentile(whole, 0.5).toFixed(1)} ms; bare ${floorMs.toFixed(1)} ms`,
  };
}

function benchCommand(name: string, words: string, env: NodeJS.ProcessEnv): BenchResult {
  const times = { floor: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.floor.push(timed(() => execFileSync(process.execPath, ["-e", "0"], { env })));
    times.ours.push(timed(() => execFileSync(AGTMUX, ["search", words], { env, stdio: "pipe" })));
  }
  const [ours, floor] = [percentile(times.ours, 0.5), percentile(times.floor, 0.5)];
  return {
    name: `agtmux search: ${name}`,
    floor: "node -e 0",
    ratio: ours / floor,
    reach: `≤ ${REACH_MS} ms more`,
    ok: ours - floor <= REACH_MS,
    detail: `${ours.toFixed(1)} against ${floor.toFixed(1)} ms (p50 of ${ROUNDS})`,
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function plain(name: string, times: readonly number[], detail: string): BenchResult {
  const ms = percentile(times, 0.95);
  const words = [detail, ...(times.length > 1 ? [spreadOf(times)] : [])].filter((each) => each !== "").join("; ");
  const unit = times.length > 1 ? "ms (p95)" : "ms";
  return { name, floor: "", ratio: ms, unit, reach: `≤ ${REACH_MS}`, ok: ms <= REACH_MS, detail: words };
}

function cpuSeconds(pid: number): number {
  return (processCosts().get(pid)?.ownMs ?? 0) / 1000;
}

function spreadOf(times: readonly number[]): string {
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
  return `p50 ${p50}, p95 ${p95}, at most ${most} ms`;
}
