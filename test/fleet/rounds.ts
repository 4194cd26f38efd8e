import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { randomFrom } from "../support/random-from.ts";
import { until } from "../support/sandbox.ts";
import { Asker } from "./asker.ts";
import { Cluster } from "./cluster.ts";
import { keepEvidence } from "./evidence.ts";
import { FAULTS, type FaultName, type Ground, one } from "./faults.ts";
import { MemberDaemon } from "./member-daemon.ts";
import { Network } from "./network.ts";
import { PanesAtWork } from "./panes-at-work.ts";

const MEMBERS = ["one", "two", "three"];
const CONVERGE_MS = 10_000;
/** Whatever takes longer never comes. */
const GIVE_UP_MS = 90_000;
/** No round takes so long, whatever it waits for. */
const STANDS_STILL_MS = 10 * 60_000;
const TROUBLE_MS = { least: 2_000, more: 5_000 };

export interface Round {
  faults: FaultName[];
  /** From the end of the faults until the servers work again, and until all daemons show the same; Infinity for never. */
  serversMs: number;
  rowsMs: number;
  wrong: string[];
}

export interface RoundsReport {
  rounds: Round[];
  asked: Asker["counts"];
  failures: Map<string, number>;
}

export interface RoundsOptions {
  rounds: number;
  /** No round begins after that. */
  minutes: number;
  seed: number;
  /** Only these faults; all if empty. */
  only: readonly string[];
  /** Where rounds with a fault leave what explains it. */
  evidence: string;
  log(line: string): void;
}

/** Faults befall a cluster and its daemons, round by round, while panes change and members ask each other for things. */
export async function playRounds(options: RoundsOptions): Promise<RoundsReport> {
  const { rounds, minutes, seed, only, log } = options;
  const random = randomFrom(seed);
  const network = new Network();
  const cluster = await Cluster.start(network);
  const members: MemberDaemon[] = [];
  try {
    // the last one has a clock of its own
    for (const name of MEMBERS)
      members.push(new MemberDaemon(await network.add(name), cluster.urls, { hasOwnClock: name === MEMBERS.at(-1) }));
    const hub = new MemberDaemon(await network.add("hub"), cluster.urls, { isHub: true });
    await hub.start();
    members.push(hub);
    const places = await Promise.all(members.filter(({ isHub }) => !isHub).map((each) => PanesAtWork.begin(each)));
    const ground: Ground = { network, cluster, members: members.filter(({ isHub }) => !isHub), hub, random };
    await until(
      async () => (await difference(members)) === null,
      () => differenceOf(members),
    );
    log("all daemons show the same");
    const names = Object.keys(FAULTS).filter((name) => only.length === 0 || only.includes(name));
    const played: Round[] = [];
    const totals = { asked: 0, done: 0, again: 0, failed: 0 };
    const failures = new Map<string, number>();
    const end = performance.now() + minutes * 60_000;
    for (let number = 1; number <= rounds && performance.now() < end; number += 1) {
      // each in turn, and half of the time a second one
      const faults = [names[(number - 1) % names.length] as FaultName];
      const second = one(names, random);
      if (random() < 0.5 && !faults.includes(second)) faults.push(second);
      const asker = new Asker(number, members, places);
      const evidence = join(options.evidence, `seed-${seed}-round-${number}`);
      const round = await unlessStill(ground, evidence, (at) =>
        playRound({ ground, faults, places, asker, evidence, at }),
      );
      for (const key of ["asked", "done", "again", "failed"] as const) totals[key] += asker.counts[key];
      for (const [text, count] of asker.failures) failures.set(text, (failures.get(text) ?? 0) + count);
      round.wrong.push(...(await asker.faults()));
      played.push(round);
      const words = round.wrong.length === 0 ? "" : `\n    WRONG: ${round.wrong.join("\n    WRONG: ")}`;
      log(
        `round ${number}: ${faults.join(" and ")}: servers ${seconds(round.serversMs)}, rows ${seconds(round.rowsMs)}${words}`,
      );
      if (round.rowsMs === Infinity || round.serversMs === Infinity) break;
    }
    return { rounds: played, asked: totals, failures };
  } finally {
    for (const { box } of members) await box.dispose();
    await cluster.dispose();
    network.dispose();
  }
}

interface RoundPlan {
  ground: Ground;
  faults: readonly FaultName[];
  places: readonly PanesAtWork[];
  asker: Asker;
  evidence: string;
  /** Called with each step that may have to wait. */
  at(step: string): void;
}

/** A round that waits for ever leaves its evidence, and ends the run. */
async function unlessStill(
  ground: Ground,
  evidence: string,
  play: (at: (step: string) => void) => Promise<Round>,
): Promise<Round> {
  let last = "its beginning";
  const watching = new AbortController();
  const still = async () => {
    await sleep(STANDS_STILL_MS, undefined, { signal: watching.signal });
    const text = `the round stands still at ${last}`;
    await Promise.race([keepEvidence(ground, [text], evidence), sleep(GIVE_UP_MS)]);
    throw new Error(text);
  };
  const round = play((step) => {
    last = step;
  });
  return Promise.race([round, still()]).finally(() => watching.abort());
}

async function playRound({ ground, faults, places, asker, evidence, at }: RoundPlan): Promise<Round> {
  const { random, cluster, members, hub } = ground;
  let isOver = false;
  const work = [...places, asker].map((each) => each.work(random, () => isOver));
  const heals: (() => Promise<void>)[] = [];
  // a server that has lost everything may come back only when the others work: begun first, ended last
  for (const fault of faults.toSorted((one, other) => Number(other === "disk full") - Number(one === "disk full")))
    heals.push((await FAULTS[fault]?.(ground)) ?? (async () => undefined));
  await sleep(TROUBLE_MS.least + random() * TROUBLE_MS.more);
  at("the end of its faults");
  for (const heal of heals.reverse()) await heal();
  isOver = true;
  const healed = performance.now();
  const all = [...members, hub];
  const since = () => performance.now() - healed;
  const same = until(async () => (await difference(all)) === null, undefined, GIVE_UP_MS).then(since, () => Infinity);
  const wrong: string[] = [];
  // at once: what comes later may mend it
  const note = async (...texts: string[]) => {
    wrong.push(...texts);
    if (texts.length > 0) await keepEvidence(ground, wrong, evidence);
  };
  const whole = cluster.untilWhole().then(since, async (error: Error) => {
    await keepEvidence(ground, [error.message], evidence);
    return Infinity;
  });
  at("equal rows and servers that work");
  const [serversMs, rowsMs] = await Promise.all([whole, same]);
  if (rowsMs - serversMs > CONVERGE_MS)
    await note(`rows were not the same within 10 s: ${await differenceOf(all)}\n${await cluster.replicas()}`);
  at("the answers to prompts");
  await Promise.all(work);
  // the run ends here: nothing can be said of daemons whose servers do not work
  if (serversMs === Infinity) return { faults: [...faults], serversMs, rowsMs, wrong };
  at("the last words of panes");
  for (const place of places) {
    await until(async () => (await place.missing()).length === 0, undefined, CONVERGE_MS).catch(async () =>
      note(...(await place.missing())),
    );
  }
  // prompts that were under way have changed rows again
  await until(async () => (await difference(all)) === null, undefined, GIVE_UP_MS).catch(async () =>
    note(`rows were not the same after the last prompt: ${await differenceOf(all)}`),
  );
  return { faults: [...faults], serversMs, rowsMs, wrong };
}

/** The first row that two daemons show differently; null if all show the same. */
async function difference(daemons: readonly MemberDaemon[]): Promise<string | null> {
  const shown = await Promise.all(daemons.map((each) => each.rows().catch(() => null)));
  const expected = new Map<string, unknown>();
  for (const [index, rows] of shown.entries()) {
    const { name } = daemons[index] as MemberDaemon;
    for (const [key, row] of rows ?? []) if (row.identity.member === name) expected.set(key, row);
  }
  for (const [index, rows] of shown.entries()) {
    const { name } = daemons[index] as MemberDaemon;
    if (rows === null) return `${name} does not answer`;
    for (const key of new Set([...expected.keys(), ...rows.keys()]))
      if (!isDeepStrictEqual(rows.get(key), expected.get(key)))
        return `${name} shows ${key} as ${JSON.stringify(rows.get(key))} instead of ${JSON.stringify(expected.get(key))}`;
  }
  return null;
}

async function differenceOf(daemons: readonly MemberDaemon[]): Promise<string> {
  const fleets = await Promise.all(
    daemons.map(async ({ name, box }) => {
      const status = await box.client.fleet().catch(() => null);
      return `${name}: ${status?.error?.message ?? status?.server?.address ?? "away"}, ${status?.waiting} waiting`;
    }),
  );
  return `${await difference(daemons)}\n${fleets.join("\n")}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
