import type { Adapter, Reading } from "../../core/agents/adapter.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { OwnCues } from "../../core/protocol/cues.ts";
import type { Level } from "../../core/protocol/event.ts";
import { createOscReader, type OscReader } from "../../core/terminal/osc-reader.ts";
import type { Clock } from "../clock.ts";
import type { Lives } from "../lives.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";

/** Takes what is shown now, by runtime; what was shown before stays until it is lost. */
export interface LevelIntake {
  /** False: not stored, offer it again later. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): boolean;
  lose(runtimeId: string, source: string): void;
}

export interface ShownLevelsDeps {
  target: string;
  lives: Lives;
  levels: LevelIntake;
  adapterOf(agent: string): Adapter | null;
  /** The user's own cues for an agent's screens. */
  cuesOf(agent: string): OwnCues;
  /** A screen of that agent was not recognised. */
  onUnrecognised?(agent: string, version: string | null): void;
  /** The version of the agent that this is, where it said so. */
  versionOf(runtimeId: string): string | undefined;
  clock: Clock;
}

interface Speaker {
  runtime: RuntimeRow;
  adapter: Adapter;
}

const TITLE_CODES: readonly number[] = [0, 2];

/** What agents show of themselves in their panes: titles, and control sequences that tmux itself does not heed. */
export class ShownLevels {
  private readonly deps: ShownLevelsDeps;
  /** By pane, and whose output it reads. */
  private readonly readers = new Map<string, { runtimeId: string; reader: OscReader }>();

  /** Panes whose screen is as it was when it was read. */
  private readonly unmoved = new Set<string>();
  /** Shown, but not stored yet: the disk is full. By runtime and source: what is shown later is shown instead. */
  private readonly held = new Map<string, { runtime: RuntimeRow; reading: Reading }>();
  private panes: ReadonlyMap<string, ObservedPane> = new Map();
  /** As last set in output that we heard, which is sooner than tmux tells. */
  private readonly titles = new Map<string, string>();

  constructor(deps: ShownLevelsDeps) {
    this.deps = deps;
  }

  /** Whether the pane's output is worth hearing for this alone. */
  wants(paneId: string): boolean {
    const adapter = this.speakerIn(paneId)?.adapter;
    return adapter?.osc !== undefined || adapter?.readTitle !== undefined || adapter?.readScreen !== undefined;
  }

  readsScreen(paneId: string): boolean {
    return this.speakerIn(paneId)?.adapter.readScreen !== undefined;
  }

  /** Titles as tmux tells them: late, but also of panes whose output nobody hears. */
  observe({ panes }: Topology): void {
    this.panes = panes;
    for (const paneId of this.titles.keys()) if (!panes.has(paneId)) this.titles.delete(paneId);
    for (const { pane_id, title } of panes.values()) if (!this.titles.has(pane_id)) this.readTitle(pane_id, title);
  }

  /** What the pane shows, now that its output has settled. */
  see(paneId: string, rows: readonly string[]): void {
    const speaker = this.speakerIn(paneId);
    const { readScreen, name = "" } = speaker?.adapter ?? {};
    if (speaker === null || readScreen === undefined) return;
    const { title = "", command = "" } = this.panes.get(paneId) ?? {};
    const screen = { lines: rows.map((row) => row.trimEnd()), title: this.titles.get(paneId) ?? title, command };
    const version = this.deps.versionOf(speaker.runtime.runtime_id);
    const seen = readScreen({ ...screen, version }, this.deps.cuesOf(name));
    if (seen.type === "read") {
      this.unmoved.add(paneId);
      this.tell(speaker.runtime, seen.reading);
    } else {
      this.deps.levels.lose(speaker.runtime.runtime_id, "screen");
      this.deps.onUnrecognised?.(name, version ?? null);
    }
  }

  /** The pane's output, as it comes. */
  hear(paneId: string, bytes: Uint8Array): void {
    const speaker = this.speakerIn(paneId);
    if (speaker === null) return;
    for (const { code, text } of this.readerOf(paneId, speaker).feed(bytes)) {
      if (TITLE_CODES.includes(code)) {
        this.titles.set(paneId, text);
        this.readTitle(paneId, text);
      } else this.tell(speaker.runtime, speaker.adapter.osc?.read(code, text) ?? null);
    }
  }

  /** Offers again what could not be stored. */
  retry(): void {
    const again = [...this.held.values()];
    this.held.clear();
    for (const { runtime, reading } of again) this.tell(runtime, reading);
  }

  /** Something was painted: the screen may show something else now, and nobody has looked yet. */
  touched(paneId: string): void {
    const speaker = this.unmoved.delete(paneId) ? this.speakerIn(paneId) : null;
    if (speaker !== null) this.deps.levels.lose(speaker.runtime.runtime_id, "screen");
  }

  /** Its output is no longer heard: what was said in it last is no longer known to be so. */
  deafen(paneId: string): void {
    this.readers.delete(paneId);
    this.titles.delete(paneId);
    this.unmoved.delete(paneId);
    const speaker = this.speakerIn(paneId);
    if (speaker === null) return;
    for (const source of ["osc", "screen"]) this.deps.levels.lose(speaker.runtime.runtime_id, source);
  }

  private readerOf(paneId: string, { runtime: { runtime_id }, adapter }: Speaker): OscReader {
    const known = this.readers.get(paneId);
    if (known?.runtimeId === runtime_id) return known.reader;
    const titles = adapter.readTitle === undefined ? [] : TITLE_CODES;
    const reader = createOscReader([...(adapter.osc?.codes ?? []), ...titles]);
    this.readers.set(paneId, { runtimeId: runtime_id, reader });
    return reader;
  }

  private readTitle(paneId: string, title: string): void {
    const speaker = this.speakerIn(paneId);
    if (speaker?.adapter.readTitle === undefined) return;
    const reading = speaker.adapter.readTitle(title);
    if (reading === null) this.deps.levels.lose(speaker.runtime.runtime_id, "title");
    else this.tell(speaker.runtime, reading);
  }

  private tell(runtime: RuntimeRow, reading: Reading | null): void {
    if (reading === null) return;
    const { target, clock, levels } = this.deps;
    this.held.delete(`${runtime.runtime_id} ${reading.source}`);
    const facts = factsOf(runtime.agent_type, reading, {
      target,
      pane_id: runtime.pane_id,
      dedupe_key: "",
      event_time: clock.now(),
    });
    const { evidence } = facts;
    if (evidence.kind !== "level" || levels.look(runtime.runtime_id, { ...facts, evidence })) return;
    this.held.set(`${runtime.runtime_id} ${reading.source}`, { runtime, reading });
  }

  private speakerIn(paneId: string): Speaker | null {
    const runtime = this.deps.lives.tenantOf(paneId);
    const adapter = runtime === null || runtime.agent_type === GENERIC ? null : this.deps.adapterOf(runtime.agent_type);
    return runtime === null || adapter === null ? null : { runtime, adapter };
  }
}
