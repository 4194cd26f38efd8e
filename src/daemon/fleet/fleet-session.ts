import { setTimeout as sleep } from "node:timers/promises";
import { MEMBERS_BUCKET, panesBucket } from "../../core/fleet/fleet-names.ts";
import { type MemberList, SILENT_BEATS } from "../../core/fleet/member-list.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import {
  type BucketUse,
  FLEET_VERSION,
  MemberName,
  MemberRecord,
  type Share,
} from "../../core/protocol/fleet/fleet.ts";
import type { Clock } from "../base/clock.ts";
import { bucketNow } from "./bucket-now.ts";
import type { BucketEntry, FleetLink } from "./fleet-link.ts";
import type { RequestDesk } from "./request-desk.ts";
import type { RowPublisher } from "./row-publisher.ts";
import type { RowReader } from "./row-reader.ts";
import { watchStorage } from "./watch-storage.ts";

/** A daemon on a busy machine may be late with its beat. */
const SHORTEST_WAIT_MS = 3_000;
/** The server reserves as much for each bucket. A record has some hundred bytes, most rows have 1 or 2 KB. */
const MEMBERS_BYTES = 1024 * 1024;
const PANES_BYTES = 8 * 1024 * 1024;

export interface SessionDeps {
  name: string;
  memberId: string;
  version: string;
  logEpoch: string;
  share: Share;
  allow: readonly string[];
  beatMs: number;
  members: MemberList;
  publisher: RowPublisher;
  clock: Clock;
  /** Called once everything that the server has of us is up to date. */
  onJoined(): void;
  reader: RowReader;
  desk: RequestDesk;
  noteStorage(storage: BucketUse[]): void;
  /** Our record was read back: what time it is on the server. */
  noteServerTime(at: number): void;
}

/** One connection to the server, from the first word until it breaks or `signal` is aborted. */
export async function runSession(link: FleetLink, deps: SessionDeps, signal: AbortSignal): Promise<void> {
  const { name, publisher } = deps;
  if (!link.hasJetStream)
    throw new Fault(
      "E_FLEET_UNREACHABLE",
      "the server has no JetStream: start nats-server with -js, or set it up there",
    );
  await openMembersBucket(link);
  await openPanesBucket(link, name);
  const record = await ownRecord(link, deps, signal);
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);
  const beat = () => {
    const { revision, sum } = publisher;
    return link.put(MEMBERS_BUCKET, name, JSON.stringify({ ...record, revision, sum }));
  };
  await beat();
  const failed = new Promise<never>((_, reject) => {
    void link.closed.then((why) => reject(new Error(why)));
    keepBeating(beat, deps.beatMs, stop).catch(reject);
    followMembers(link, deps, record.member_id).catch(reject);
    watchStorage(link, name, deps.noteStorage, stop).catch(reject);
  });
  // not awaited before the race below
  failed.catch(() => undefined);
  link.respond(`agtmux.act.${name}.>`, async (text, subject, reply) =>
    JSON.stringify(await deps.desk.take(text, subject, reply)),
  );
  const publishing = { link, bucket: panesBucket(name), generation: record.generation, signal: stop };
  deps.onJoined();
  try {
    await Promise.race([publisher.run(publishing), failed]);
  } finally {
    ending.abort();
    deps.reader.disconnect();
  }
}

/** Several write to it: nobody may remove what others wrote. */
export function openMembersBucket(link: FleetLink): Promise<void> {
  return link.openBucket(MEMBERS_BUCKET, { maxBytes: MEMBERS_BYTES, mayPurge: false });
}

export function openPanesBucket(link: FleetLink, member: string): Promise<void> {
  return link.openBucket(panesBucket(member), { maxBytes: PANES_BYTES, mayPurge: true });
}

/** The record by which others know us; throws if another daemon goes by our name. */
async function ownRecord(link: FleetLink, deps: SessionDeps, signal: AbortSignal): Promise<MemberRecord> {
  const { name, memberId, version, logEpoch, share, allow, beatMs } = deps;
  const before = readRecord((await bucketNow(link, MEMBERS_BUCKET)).get(name)?.text ?? null);
  if (before !== null && before.member_id !== memberId) await untilGone(link, name, before.beat_ms, signal);
  const isSame = before?.log_epoch === logEpoch && before.share === share;
  return {
    fleet_version: FLEET_VERSION,
    readable_by: 1,
    member_id: memberId,
    agtmux_version: version,
    log_epoch: logEpoch,
    // a new database numbers its changes anew, and other words under the same number would not be read
    // and after it was removed, others may still have rows of before
    generation: before === null ? Math.floor(deps.clock.now() / 1_000) : before.generation + (isSame ? 0 : 1),
    beat_ms: beatMs,
    share,
    allow: [...allow],
  };
}

/** A daemon that was set up anew has another id: it may go by the old name once nobody else does. */
async function untilGone(link: FleetLink, name: string, beatMs: number, signal: AbortSignal): Promise<void> {
  const decided = new AbortController();
  let [entries, isThere] = [0, false];
  const stop = await link.follow(MEMBERS_BUCKET, {
    entry: ({ key, text }) => {
      if (key !== name) return;
      entries += 1;
      // the first is the one that was there
      if (entries === 1) return;
      isThere = text !== null;
      decided.abort();
    },
    ready: () => undefined,
  });
  const wait = { signal: AbortSignal.any([signal, decided.signal]) };
  await sleep(Math.max(SILENT_BEATS * beatMs, SHORTEST_WAIT_MS), undefined, wait)
    .catch((error: unknown) => {
      if (!decided.signal.aborted) throw error;
    })
    .finally(stop);
  if (isThere)
    throw new Fault(
      "E_FLEET_NAME_TAKEN",
      `another daemon is in the fleet as ${name}: 'agtmux fleet join --name NAME' lets this one join under another name`,
      { name },
    );
}

async function keepBeating(beat: () => Promise<unknown>, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await beat();
  }
}

/**
 * How long ago somebody was heard before we listened is known by the server's clock alone: our own record, just
 * written, tells what time it is there.
 */
async function followMembers(link: FleetLink, deps: SessionDeps, ownId: string): Promise<void> {
  const { members, clock, name } = deps;
  let first: BucketEntry[] | null = [];
  const hear = ({ key, text, at: stored }: BucketEntry, at: number) => {
    const record = readRecord(text);
    if (!MemberName.safeParse(key).success || (text !== null && record === null)) return;
    if (key === name && record !== null && record.member_id !== ownId) return void link.close();
    if (key === name) deps.noteServerTime(stored);
    members.hear(key, record, at);
  };
  await link.follow(MEMBERS_BUCKET, {
    entry(entry) {
      if (first !== null) return void first.push(entry);
      hear(entry, clock.now());
      deps.reader.update(link);
    },
    ready() {
      const entries = first ?? [];
      const newest = Math.max(...entries.map(({ at }) => at));
      for (const entry of entries) hear(entry, clock.now() - (newest - entry.at));
      members.keepOnly(new Set(entries.map(({ key }) => key)));
      first = null;
      deps.reader.update(link);
    },
  });
}

function readRecord(text: string | null): MemberRecord | null {
  const parsed = MemberRecord.safeParse(text === null ? null : parseJson(text));
  return parsed.success ? parsed.data : null;
}
