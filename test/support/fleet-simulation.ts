import { paneKey } from "../../src/core/fleet/fleet-names.ts";
import { FleetPicture } from "../../src/core/fleet/fleet-picture.ts";
import { MemberList } from "../../src/core/fleet/member-list.ts";
import { rowText } from "../../src/core/fleet/member-row.ts";
import { rowsToTell } from "../../src/core/fleet/rows-to-tell.ts";
import type { MemberRecord } from "../../src/core/protocol/fleet/fleet.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { randomFrom } from "./random-from.ts";
import { testPane } from "./test-pane.ts";

const TICK_MS = 10;
const BEAT_MS = 2_000;
const TROUBLE_MS = 20_000;
/** For so long after the trouble servers may still show rows that they will take back. */
const MISLED_MS = 2_000;
const STATES = ["running", "waiting_input", "idle", "error"] as const;

interface Stored {
  text: string;
  revision: number;
}

interface SimulatedDaemon {
  name: string;
  /** How far its clock is off. */
  skew: number;
  panes: Map<string, { n: number; item: PaneItem }>;
  lastChange: number;
  generation: number;
  /** Raised with each connection; messages of earlier ones are ignored here, but may still reach the server. */
  connection: number;
  isConnected: boolean;
  isTelling: boolean;
  /** Its own bucket, as far as this connection has read it. */
  kept: Map<string, Stored> | null;
  /** Rows that the server has acknowledged since the daemon started. */
  acknowledged: Map<string, Stored>;
  /** Rows stored there before it had read its bucket. */
  early: Map<string, Stored>;
  /** Keys of each member that were told in this connection. */
  heard: Map<string, Set<string>>;
  members: MemberList;
  picture: FleetPicture;
  shown: Map<string, PaneItem>;
}

/**
 * Daemons that tell each other of their panes through one server, over a network that delays, reorders and repeats
 * messages, and loses some: a lost one cuts its connection, as with TCP. Time, chance and network are simulated; what
 * is told and how it is merged is the product's own code.
 */
export class FleetSimulation {
  private readonly random: () => number;
  private readonly daemons: SimulatedDaemon[];
  private readonly buckets = new Map<string, Map<string, Stored>>();
  private readonly records = new Map<string, { text: MemberRecord; at: number }>();
  /** Deliveries and restarts that are due, by tick. */
  private readonly due = new Map<number, (() => void)[]>();
  private now = 0;
  private revision = 0;
  private isHostile = true;

  constructor(seed: number, size: number) {
    this.random = randomFrom(seed);
    this.daemons = Array.from({ length: size }, (_, index) => this.daemon(`m${index}`));
  }

  /** Some minutes of trouble, then peace; throws if not every daemon then shows what every other has. */
  run(): void {
    for (const daemon of this.daemons) {
      this.later(this.random() * 1_000, () => this.connect(daemon));
      this.live(daemon);
    }
    this.runUntil(TROUBLE_MS);
    this.isHostile = false;
    for (const daemon of this.daemons) this.cut(daemon);
    this.runUntil(this.now + 10_000);
    this.expectSame();
  }

  private daemon(name: string): SimulatedDaemon {
    const memory = { members: new MemberList(), picture: new FleetPicture(), shown: new Map<string, PaneItem>() };
    const link = {
      connection: 0,
      isConnected: false,
      isTelling: false,
      kept: null,
      acknowledged: new Map(),
      early: new Map(),
      heard: new Map(),
    };
    const skew = (this.random() - 0.5) * 7_200_000;
    return { name, skew, panes: new Map(), lastChange: 0, generation: 1, ...link, ...memory };
  }

  /** Whatever happens to a daemon and its panes, again and again while there is trouble. */
  private live(daemon: SimulatedDaemon): void {
    if (!this.isHostile) return;
    const what = this.random();
    if (what < 0.7) this.changePane(daemon);
    else if (what < 0.75) this.cut(daemon);
    else if (what < 0.77) this.crash(daemon);
    else if (what < 0.78) this.loseDatabase(daemon);
    else if (what < 0.785) for (const each of this.daemons) this.cut(each);
    else if (what < 0.8) this.partition();
    else this.look(daemon);
    this.later(this.random() * 3_000, () => this.live(daemon));
  }

  private changePane(daemon: SimulatedDaemon): void {
    const pane_id = `%${Math.floor(this.random() * 6)}`;
    daemon.lastChange += 1;
    if (daemon.panes.has(pane_id) && this.random() < 0.2) daemon.panes.delete(pane_id);
    else {
      const state = STATES[Math.floor(this.random() * STATES.length)] ?? "idle";
      const item = testPane(
        { pane_id },
        { state, message: `${daemon.name} ${daemon.generation}.${daemon.lastChange}` },
      );
      daemon.panes.set(pane_id, { n: daemon.lastChange, item });
    }
    this.tell(daemon);
  }

  /** Everything in memory is lost, and its database is not. */
  private crash(daemon: SimulatedDaemon): void {
    this.cut(daemon);
    const memory = { members: new MemberList(), picture: new FleetPicture(), shown: new Map() };
    Object.assign(daemon, { ...memory, acknowledged: new Map() });
  }

  private loseDatabase(daemon: SimulatedDaemon): void {
    this.crash(daemon);
    daemon.generation += 1;
    daemon.lastChange = 0;
    daemon.panes = new Map(
      [...daemon.panes].map(([pane, { item }]) => {
        daemon.lastChange += 1;
        return [pane, { n: daemon.lastChange, item }];
      }),
    );
  }

  private partition(): void {
    for (const daemon of this.daemons) if (this.random() < 0.5) this.cut(daemon, 5_000 + this.random() * 20_000);
  }

  private cut(daemon: SimulatedDaemon, pauseMs = this.random() * 2_000): void {
    daemon.connection += 1;
    daemon.isConnected = false;
    const { connection } = daemon;
    this.later(pauseMs, () => {
      if (daemon.connection === connection) this.connect(daemon);
    });
  }

  private connect(daemon: SimulatedDaemon): void {
    daemon.connection += 1;
    Object.assign(daemon, { isConnected: true, isTelling: false, kept: null, early: new Map(), heard: new Map() });
    const { connection } = daemon;
    // its own bucket first, then everybody's, each as the server has it at some moment
    this.send(daemon, () => {
      const own = new Map(this.bucket(daemon.name));
      if (this.now < TROUBLE_MS + MISLED_MS && this.random() < 0.2) this.addUnstored(daemon, own);
      this.reply(daemon, connection, () => {
        daemon.kept = own;
        for (const [key, row] of daemon.early) this.watchOwn(daemon, key, row);
        this.tell(daemon);
      });
      for (const [name] of this.records) this.snapshot(daemon, connection, name);
    });
    this.beat(daemon, connection);
  }

  /** As a server that was cut off from its cluster shows what it has taken and the others never got. */
  private addUnstored({ panes, generation }: SimulatedDaemon, rows: Map<string, Stored>): void {
    for (const { n, item } of panes.values()) {
      if (this.random() < 0.5) continue;
      const text = rowText(item, { generation, n }, "words");
      rows.set(paneKey(item.identity.target, item.identity.pane_id), { text, revision: this.revision + 1 });
    }
  }

  private beat(daemon: SimulatedDaemon, connection: number): void {
    if (daemon.connection !== connection) return;
    const { name, generation } = daemon;
    this.send(daemon, () => {
      const text = record(generation);
      const isNew = !this.records.has(name);
      this.records.set(name, { text, at: this.now });
      for (const other of this.daemons) {
        if (!other.isConnected) continue;
        const theirs = other.connection;
        this.reply(other, theirs, () => other.members.hear(name, text, this.clockOf(other)));
        if (isNew) this.snapshot(other, theirs, name);
      }
    });
    this.later(BEAT_MS, () => this.beat(daemon, connection));
  }

  /** All rows of a member as they are now, to one reader. */
  private snapshot(reader: SimulatedDaemon, connection: number, member: string): void {
    if (member === reader.name) return;
    const rows = new Map(this.bucket(member));
    const known = this.records.get(member);
    this.reply(reader, connection, () => {
      if (known !== undefined) reader.members.hear(member, known.text, this.clockOf(reader) - (this.now - known.at));
      for (const [key, { text }] of rows) reader.picture.take(member, key, text);
      reader.picture.keepOnly(member, new Set([...rows.keys(), ...(reader.heard.get(member) ?? [])]));
    });
  }

  /** Sends what the server lacks, if nothing is under way. */
  private tell(daemon: SimulatedDaemon): void {
    const { kept, connection, generation } = daemon;
    if (!daemon.isConnected || kept === null || daemon.isTelling) return;
    const texts = [...kept].map(([key, { text, revision }]) => {
      const proof = daemon.acknowledged.get(key);
      return [key, { text, isAcknowledged: proof?.revision === revision && proof.text === text }] as const;
    });
    const rows = rowsToTell(new Map(texts), daemon.panes.values(), {
      generation,
      position: daemon.lastChange,
      share: "words",
    });
    const open = new Set(rows.keys());
    daemon.isTelling = open.size > 0;
    for (const [key, text] of rows) {
      const upon = kept.get(key)?.revision ?? 0;
      this.send(daemon, () => {
        const revision = this.store(daemon.name, key, text, upon);
        this.reply(daemon, connection, () => {
          if (revision === null && daemon.acknowledged.get(key)?.text !== text) return this.cut(daemon);
          if (revision !== null) daemon.acknowledged.set(key, { text, revision });
          if (revision !== null && revision > (kept.get(key)?.revision ?? 0)) kept.set(key, { text, revision });
          open.delete(key);
          if (open.size > 0) return;
          daemon.isTelling = false;
          this.tell(daemon);
        });
      });
    }
  }

  /** Null if the server has another revision. */
  private store(member: string, key: string, text: string, upon: number): number | null {
    const bucket = this.bucket(member);
    if ((bucket.get(key)?.revision ?? 0) !== upon) return null;
    this.revision += 1;
    bucket.set(key, { text, revision: this.revision });
    const { revision } = this;
    for (const reader of this.daemons) {
      if (!reader.isConnected) continue;
      if (reader.name === member) {
        this.reply(reader, reader.connection, () => this.watchOwn(reader, key, { text, revision }));
        continue;
      }
      this.reply(reader, reader.connection, () => {
        reader.picture.take(member, key, text);
        reader.heard.set(member, (reader.heard.get(member) ?? new Set()).add(key));
      });
    }
    return this.revision;
  }

  /** A daemon sees what is stored of its own: it may be late words of an earlier connection. */
  private watchOwn(daemon: SimulatedDaemon, key: string, row: Stored): void {
    const rows = daemon.kept ?? daemon.early;
    if (row.revision <= (rows.get(key)?.revision ?? 0)) return;
    rows.set(key, row);
    this.tell(daemon);
  }

  /** To the server: it may arrive after the connection has ended. */
  private send(daemon: SimulatedDaemon, arrive: () => void): void {
    this.deliver(arrive, () => this.cut(daemon));
  }

  /** From the server, to whoever is still in that connection. */
  private reply(daemon: SimulatedDaemon, connection: number, arrive: () => void): void {
    this.deliver(
      () => {
        if (daemon.connection === connection) arrive();
      },
      () => {
        if (daemon.connection === connection) this.cut(daemon);
      },
    );
  }

  private deliver(arrive: () => void, lose: () => void): void {
    if (this.isHostile && this.random() < 0.003) {
      this.later(this.random() * 3_000, lose);
      return;
    }
    const slow = this.isHostile && this.random() < 0.05 ? 4_000 : 50;
    this.later(this.random() * slow, arrive);
    if (this.isHostile && this.random() < 0.1) this.later(this.random() * slow * 2, arrive);
  }

  /** Takes over what changed since the last look, as those who look at this daemon do. */
  private look(reader: SimulatedDaemon): void {
    const now = this.clockOf(reader);
    const change = reader.picture.changes((member) =>
      reader.members.item(member, { member: reader.name, person: null }, now),
    );
    for (const item of change.changed) reader.shown.set(placeOf(item.identity), item);
    for (const identity of change.removed) reader.shown.delete(placeOf(identity));
  }

  private expectSame(): void {
    for (const reader of this.daemons) {
      this.look(reader);
      for (const owner of this.daemons) {
        if (owner === reader) continue;
        const seen = [...reader.shown.values()].filter(({ identity }) => identity.member === owner.name);
        const told = seen.map(({ identity, state, message }) => `${identity.pane_id} ${state} ${message}`).sort();
        const had = [...owner.panes.values()].map(
          ({ item }) => `${item.identity.pane_id} ${item.state} ${item.message}`,
        );
        if (told.join("\n") !== had.sort().join("\n"))
          throw new Error(`${reader.name} shows of ${owner.name}:\n${told.join("\n")}\ninstead of\n${had.join("\n")}`);
      }
    }
  }

  private bucket(member: string): Map<string, Stored> {
    const known = this.buckets.get(member) ?? new Map<string, Stored>();
    this.buckets.set(member, known);
    return known;
  }

  private clockOf({ skew }: SimulatedDaemon): number {
    return this.now + 10_000_000 + skew;
  }

  private later(ms: number, run: () => void): void {
    const tick = Math.floor((this.now + ms) / TICK_MS) + 1;
    const due = this.due.get(tick) ?? [];
    this.due.set(tick, due);
    due.push(run);
  }

  private runUntil(end: number): void {
    for (; this.now < end; this.now += TICK_MS) {
      const tick = this.now / TICK_MS;
      for (const run of this.due.get(tick) ?? []) run();
      this.due.delete(tick);
    }
  }
}

function placeOf({ target, pane_id }: PaneItem["identity"]): string {
  return `${target} ${pane_id}`;
}

function record(generation: number): MemberRecord {
  const versions = { fleet_version: 1, readable_by: 1, agtmux_version: "1.0.0" };
  return { ...versions, member_id: "id", log_epoch: "e", generation, beat_ms: BEAT_MS, share: "words" };
}
