import type { Adapter, Reading } from "../../core/adapter/adapter.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Level, Source } from "../../core/protocol/events/event.ts";
import type { OwnCues } from "../../core/protocol/settings/cues.ts";
import { createOscReader, type OscMessage, type OscReader } from "../../core/terminal/osc-reader.ts";
import { readableRows } from "../../core/terminal/readable-rows.ts";
import type { Clock } from "../base/clock.ts";
import type { Unrecognised } from "../runtimes/kept-screens.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";

/** Takes the current level by runtime; it stays valid until replaced or lost. */
export interface LevelIntake {
  /** `lateMs`: how late a change may be noticed, 0 if not given. False: not stored, retry later. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }, lateMs?: number): boolean;
  /** The source is no longer watched: its level grows old from now on. */
  unwatchLevel(runtimeId: string, source: string): void;
  /** The source is watched and shows nothing any more: its level ends at once. */
  endLevel(runtimeId: string, source: Source): void;
}

export interface ShownLevelsDeps {
  target: string;
  runtimes: RuntimeRegistry;
  levels: LevelIntake;
  adapterOf(agent: string): Adapter | null;
  /** The user's own cues for an agent's screens. */
  cuesOf(agent: string): OwnCues;
  /** A screen of that agent was not recognised. */
  onUnrecognised?(agent: string, version: string | null, screen: Unrecognised): void;
  /** The agent's version, if it has reported it. */
  versionOf(runtimeId: string): string | undefined;
  /** Whether a title of this runtime has ever shown a state. */
  titleHasTold(runtimeId: string): boolean;
  clock: Clock;
}

interface ShownAgent {
  runtime: RuntimeRow;
  adapter: Adapter;
}

const TITLE_CODES: readonly number[] = [0, 2];
/** tmux tells of output by whole seconds and once a second, and titles are read in the next scan. */
const REPORTED_LATE_MS = 3_000;

/** When it was seen, and how late a change may be noticed. */
interface Sighting {
  seenAt: number;
  lateMs: number;
}

/** A screen that was read, with the title that it was read under. */
interface ReadScreen {
  rows: readonly string[];
  title: string;
  /** It showed a state, which ends when something is painted. */
  isLevel: boolean;
}

/** Reads what agents show in their panes: titles, screens, and control sequences that tmux ignores. */
export class ShownLevels {
  private readonly deps: ShownLevelsDeps;
  /** By pane, with the runtime whose output is read. */
  private readonly readers = new Map<string, { runtimeId: string; reader: OscReader }>();

  /** By pane, the runtime whose screen was read last. */
  private readonly readFor = new Map<string, string>();
  /** By pane, the screen as it was read, while nothing has been painted since. */
  private readonly unchanged = new Map<string, ReadScreen>();
  /** Shown, but not stored yet because the disk is full. By runtime and source; a later value replaces it. */
  private readonly held = new Map<string, { runtime: RuntimeRow; reading: Reading; sighting: Sighting }>();
  /** Panes whose screen showed work when it was last read. */
  private readonly working = new Set<string>();
  /** Panes that show an unknown menu: there we distrust titles of agents whose titles do not reflect menus. */
  private readonly unrecognisedMenus = new Set<string>();
  private panes: ReadonlyMap<string, ObservedPane> = new Map();
  /** Titles from pane output, which come sooner than tmux's report. */
  private readonly titles = new Map<string, string>();

  constructor(deps: ShownLevelsDeps) {
    this.deps = deps;
  }

  /** Whether to listen to the pane for this alone. */
  wants(paneId: string): boolean {
    const adapter = this.shownAgentIn(paneId)?.adapter;
    return adapter?.osc !== undefined || adapter?.readTitle !== undefined || adapter?.readScreen !== undefined;
  }

  readsScreen(paneId: string): boolean {
    return this.shownAgentIn(paneId)?.adapter.readScreen !== undefined;
  }

  /** Whether an agent is there whose screen was never read: it may have painted before it was known, and then rest. */
  isUnread(paneId: string): boolean {
    const shownAgent = this.shownAgentIn(paneId);
    if (shownAgent?.adapter.readScreen === undefined) return false;
    return this.readFor.get(paneId) !== shownAgent.runtime.runtime_id;
  }

  /** Whether its screen, when last read, showed work. */
  showsWork(paneId: string): boolean {
    return this.working.has(paneId);
  }

  /** Reads titles as tmux reports them: late, but also for panes we do not listen to. */
  observe({ panes }: Topology): void {
    this.panes = panes;
    for (const known of [this.titles, this.unchanged, this.unrecognisedMenus, this.working])
      for (const paneId of known.keys()) if (!panes.has(paneId)) known.delete(paneId);
    for (const { pane_id, title, listedAt } of panes.values()) {
      if (this.titles.has(pane_id)) continue;
      this.readTitle(pane_id, title, { seenAt: listedAt, lateMs: REPORTED_LATE_MS });
      this.readUnderTitle(pane_id, title, listedAt);
    }
  }

  /** Reads the settled screen of a pane. */
  see(paneId: string, rows: readonly string[], seenAt = this.deps.clock.now()): void {
    const shownAgent = this.shownAgentIn(paneId);
    const { readScreen, name = "" } = shownAgent?.adapter ?? {};
    if (shownAgent === null || readScreen === undefined) return;
    this.readFor.set(paneId, shownAgent.runtime.runtime_id);
    // the screen is the shell's, not the agent's: its prompt does not mean that the agent is done
    if (this.deps.runtimes.isStopped(shownAgent.runtime) === true) {
      this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, "screen");
      return;
    }
    const { title: reported = "", command = "", listedAt = seenAt } = this.panes.get(paneId) ?? {};
    const title = this.titles.get(paneId) ?? reported;
    const screen = {
      lines: readableRows(rows.map((row) => row.trimEnd())),
      title,
      // tmux reports titles late: one from before the turn would prove nothing
      titleHasTold: this.titles.has(paneId) && this.deps.titleHasTold(shownAgent.runtime.runtime_id),
      command,
    };
    const version = this.deps.versionOf(shownAgent.runtime.runtime_id);
    const seen = readScreen({ ...screen, version }, this.deps.cuesOf(name));
    this.working.delete(paneId);
    if (seen.type === "read" && seen.reading.evidence.kind === "level" && seen.reading.evidence.phase === "busy")
      this.working.add(paneId);
    const hadUnknownMenu = this.unrecognisedMenus.delete(paneId);
    if (seen.type === "unrecognised" && seen.hasMenu) this.unrecognisedMenus.add(paneId);
    if (hadUnknownMenu !== this.unrecognisedMenus.has(paneId)) this.readTitleAgain(paneId);
    this.unchanged.set(paneId, { rows, title, isLevel: seen.type === "read" });
    if (seen.type === "read") {
      const isByReport = seen.cue.name === "title" && !this.titles.has(paneId);
      // what a title tells is as old as the title
      const sighting = isByReport
        ? { seenAt: Math.min(seenAt, listedAt), lateMs: REPORTED_LATE_MS }
        : { seenAt, lateMs: 0 };
      this.report(shownAgent.runtime, seen.reading, sighting);
    } else {
      this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, "screen");
      const isStill = () => this.unchanged.get(paneId)?.rows === rows;
      this.deps.onUnrecognised?.(name, version ?? null, { rows, title, isStill });
    }
  }

  /** Reads the pane's output as it arrives; `isWhole` is false where only some lines of it do. */
  hear(paneId: string, bytes: Uint8Array, isWhole = true): void {
    const shownAgent = this.shownAgentIn(paneId);
    if (shownAgent === null) return;
    const { runtime, adapter } = shownAgent;
    const heard = this.readerOf(paneId, shownAgent).feed(bytes);
    for (const { code, text } of isWhole ? heard : this.currentIn(paneId, heard)) {
      if (TITLE_CODES.includes(code)) {
        this.titles.set(paneId, text);
        this.readTitle(paneId, text);
      } else this.report(runtime, adapter.osc?.read(code, text) ?? null);
    }
  }

  /** From now on only some lines of the pane arrive: what was heard may no longer hold, and tmux reports its titles. */
  hearsInPart(paneId: string): void {
    this.titles.delete(paneId);
    const shownAgent = this.shownAgentIn(paneId);
    if (shownAgent !== null) this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, "osc");
  }

  /** Retries what could not be stored. */
  retry(): void {
    const again = [...this.held.values()];
    this.held.clear();
    for (const { runtime, reading, sighting } of again) this.report(runtime, reading, sighting);
  }

  /** Something was painted: the level of the former screen may no longer hold. */
  touched(paneId: string): void {
    const wasLevel = this.unchanged.get(paneId)?.isLevel === true;
    this.unchanged.delete(paneId);
    const shownAgent = wasLevel ? this.shownAgentIn(paneId) : null;
    if (shownAgent !== null) this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, "screen");
  }

  /** We no longer listen to the pane: its last level may no longer hold. */
  stopReading(paneId: string): void {
    this.readers.delete(paneId);
    this.titles.delete(paneId);
    this.readFor.delete(paneId);
    this.unchanged.delete(paneId);
    this.unrecognisedMenus.delete(paneId);
    this.working.delete(paneId);
    const shownAgent = this.shownAgentIn(paneId);
    if (shownAgent === null) return;
    for (const source of ["osc", "screen"]) this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, source);
  }

  /**
   * Of the messages in a line that has just ended, only the last is current. Of a full-screen program none is: it may end
   * its first line only when it exits.
   */
  private currentIn(paneId: string, heard: readonly OscMessage[]): readonly OscMessage[] {
    if (this.panes.get(paneId)?.alternate === true) return [];
    return heard.filter(({ code }) => !TITLE_CODES.includes(code)).slice(-1);
  }

  private readerOf(paneId: string, { runtime: { runtime_id }, adapter }: ShownAgent): OscReader {
    const known = this.readers.get(paneId);
    if (known?.runtimeId === runtime_id) return known.reader;
    const titles = adapter.readTitle === undefined ? [] : TITLE_CODES;
    const reader = createOscReader([...(adapter.osc?.codes ?? []), ...titles]);
    this.readers.set(paneId, { runtimeId: runtime_id, reader });
    return reader;
  }

  /** A screen that was read under another title may mean something else under the present one. */
  private readUnderTitle(paneId: string, title: string, listedAt: number): void {
    const read = this.unchanged.get(paneId);
    const readTitle = this.shownAgentIn(paneId)?.adapter.readTitle;
    if (read === undefined || readTitle === undefined || read.title === title) return;
    // a spinner turns, and says the same
    if (readTitle(read.title)?.event_type !== readTitle(title)?.event_type) this.see(paneId, read.rows, listedAt);
  }

  /** Whether the title is believed has changed. */
  private readTitleAgain(paneId: string): void {
    const heard = this.titles.get(paneId);
    const pane = this.panes.get(paneId);
    if (heard !== undefined) this.readTitle(paneId, heard);
    else if (pane !== undefined)
      this.readTitle(paneId, pane.title, { seenAt: pane.listedAt, lateMs: REPORTED_LATE_MS });
  }

  private readTitle(paneId: string, title: string, sighting = this.now()): void {
    const shownAgent = this.shownAgentIn(paneId);
    if (shownAgent?.adapter.readTitle === undefined) return;
    const reading = shownAgent.adapter.readTitle(title);
    const isBlind = reading?.evidence.kind === "level" && reading.evidence.blind === true;
    const isDoubted = isBlind && this.unrecognisedMenus.has(paneId);
    if (reading === null) {
      this.held.delete(`${shownAgent.runtime.runtime_id} title`);
      this.deps.levels.endLevel(shownAgent.runtime.runtime_id, "title");
    } else if (isDoubted) this.deps.levels.unwatchLevel(shownAgent.runtime.runtime_id, "title");
    else this.report(shownAgent.runtime, reading, sighting);
  }

  private now(): Sighting {
    return { seenAt: this.deps.clock.now(), lateMs: 0 };
  }

  private report(runtime: RuntimeRow, reading: Reading | null, sighting = this.now()): void {
    if (reading === null) return;
    const { target, levels } = this.deps;
    this.held.delete(`${runtime.runtime_id} ${reading.source}`);
    const facts = factsOf(runtime.agent_type, reading, {
      target,
      pane_id: runtime.pane_id,
      dedupe_key: "",
      event_time: sighting.seenAt,
    });
    const { evidence } = facts;
    if (evidence.kind !== "level" || levels.look(runtime.runtime_id, { ...facts, evidence }, sighting.lateMs)) return;
    this.held.set(`${runtime.runtime_id} ${reading.source}`, { runtime, reading, sighting });
  }

  private shownAgentIn(paneId: string): ShownAgent | null {
    const runtime = this.deps.runtimes.activeRuntimeOf(paneId);
    const adapter = runtime === null || runtime.agent_type === GENERIC ? null : this.deps.adapterOf(runtime.agent_type);
    return runtime === null || adapter === null ? null : { runtime, adapter };
  }
}
