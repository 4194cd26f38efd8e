import type { Adapter, Reading, SecondSource } from "../../core/adapter/adapter.ts";
import { isUsablePath } from "../../core/adapter/own-path.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { contentId } from "../../core/engine/content-id.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Clock } from "../base/clock.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { KeyValueWrite } from "../pipeline/pipeline.ts";
import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import {
  type FileLook,
  type FileWatch,
  type FollowedLine,
  type LineFollow,
  LinePosition,
} from "../targets/machine/machine.ts";
import type { LevelIntake } from "./shown-levels.ts";
import { type ParentFile, SubAgentLines } from "./sub-agent-lines.ts";

export interface SecondSourcesDeps {
  target: string;
  files: FileWatch;
  lines: LineFollow;
  /** The user's home on the machine, if known. */
  userHome(): string | null;
  clockOffset(): number;
  runtimes: RuntimeRegistry;
  metadataStore: AgentMetadataStore;
  store: Store;
  intake: Intake;
  levels: LevelIntake;
  adapterOf(agent: string): Adapter | null;
  clock: Clock;
}

interface Watched {
  path: string;
  source: SecondSource;
  runtime: RuntimeRow;
  /** Lines of it were read, so it exists and is readable. */
  isRead: boolean;
}

/** Reads the files that agents write about themselves, which report what no hook does. Agents tell us their paths. */
export class SecondSources {
  private readonly deps: SecondSourcesDeps;
  /** By runtime and kind. */
  private readonly watched = new Map<string, Watched>();
  private readonly agents = new Set<string>();
  /** Read, but not stored yet because the disk is full. By path. */
  private readonly held = new Map<string, () => void>();
  private readonly subAgents: SubAgentLines;

  constructor(deps: SecondSourcesDeps) {
    this.deps = deps;
    this.subAgents = new SubAgentLines(deps);
  }

  /** Agents have started or ended. */
  observe(): void {
    const living = new Map(this.deps.runtimes.living().map((runtime) => [runtime.runtime_id, runtime]));
    for (const [key, { runtime, path }] of [...this.watched]) {
      if (living.has(runtime.runtime_id)) continue;
      const forgotten = this.unwatch(key);
      this.deps.intake.ingest([], [[this.placeKey(path), null], ...forgotten]);
    }
    for (const runtimeId of this.agents) if (!living.has(runtimeId)) this.agents.delete(runtimeId);
    for (const runtime of living.values()) if (!this.agents.has(runtime.runtime_id)) this.attend(runtime);
  }

  /** An agent has reported where its files are, or was heard of a sub-agent. */
  learned(runtimeId: string, subAgent?: string): void {
    const runtime = this.deps.runtimes.runtime(runtimeId);
    if (runtime === null || runtime.ended_at !== null) return;
    this.attend(runtime);
    if (subAgent === undefined) return;
    for (const watched of this.watched.values()) {
      if (watched.runtime.runtime_id !== runtimeId) continue;
      const writes = this.subAgents.name(this.parentFile(watched), [subAgent]);
      if (writes.length > 0) this.deps.intake.ingest([], writes);
    }
  }

  /** Reads the watched files again, although they have not changed. */
  lookAnew(): void {
    for (const watched of this.watched.values())
      if (watched.source.unit === "file") this.deps.files.watch(watched.path, (look) => this.readFile(watched, look));
  }

  /** Whether we read a file with the agent's own messages. */
  tellsWordsOf(runtimeId: string): boolean {
    return [...this.watched.values()].some(
      ({ runtime, source, isRead }) => runtime.runtime_id === runtimeId && source.tellsWords === true && isRead,
    );
  }

  /** Retries what could not be stored. */
  retry(): void {
    const again = [...this.held.values()];
    this.held.clear();
    for (const read of again) read();
  }

  stop(): void {
    for (const key of [...this.watched.keys()]) this.unwatch(key);
  }

  private attend(runtime: RuntimeRow): void {
    this.agents.add(runtime.runtime_id);
    const adapter = this.deps.adapterOf(runtime.agent_type);
    for (const [kind, source] of Object.entries(adapter?.secondSources ?? {})) {
      const key = `${runtime.runtime_id} ${kind}`;
      const path = this.pathOf(source, runtime);
      const before = this.watched.get(key)?.path;
      if (path === null || before === path) continue;
      const forgotten = this.unwatch(key);
      // a new conversation: nothing will continue the former file from its position
      if (before !== undefined) this.deps.intake.ingest([], [[this.placeKey(before), null], ...forgotten]);
      this.watch(key, { path, source, runtime, isRead: this.positionIn(path) !== null });
    }
  }

  private pathOf(source: SecondSource, { runtime_id, pid }: RuntimeRow): string | null {
    const { metadataStore, userHome } = this.deps;
    if (pid === null) return null;
    const path = source.path({ home: userHome(), ...metadataStore.of(runtime_id), pid });
    return path !== null && isUsablePath(path) ? path : null;
  }

  private watch(key: string, watched: Watched): void {
    const { path, source } = watched;
    // one conversation opened in two places: it belongs to the runtime that reported it last
    for (const [other, { path: theirs }] of [...this.watched]) if (theirs === path) this.unwatch(other);
    this.watched.set(key, watched);
    if (source.unit === "file") this.deps.files.watch(path, (look) => this.readFile(watched, look));
    else this.deps.lines.follow(path, this.positionIn(path), (lines, next) => this.readLines(watched, lines, next));
    if (source.subAgents !== undefined) this.subAgents.watch(this.parentFile(watched));
  }

  /** Returns what to forget if nothing will continue the file. */
  private unwatch(key: string): KeyValueWrite[] {
    const watched = this.watched.get(key);
    if (watched === undefined) return [];
    this.watched.delete(key);
    this.held.delete(watched.path);
    if (watched.source.unit === "file") this.deps.files.unwatch(watched.path);
    else this.deps.lines.unfollow(watched.path);
    return this.subAgents.unwatch(watched.path);
  }

  private parentFile({ path, source, runtime }: Watched): ParentFile {
    const { metadataStore, intake } = this.deps;
    const session = metadataStore.of(runtime.runtime_id).session_id;
    return {
      path,
      source,
      session,
      take: (readings, writes) => {
        const facts = readings.map(({ reading, line, path: place }) => this.lineFacts(runtime, reading, line, place));
        return intake.ingest(this.oursAmong(facts, runtime), writes);
      },
    };
  }

  /** The file is the state: it stays valid until it changes. */
  private readFile(watched: Watched, look: FileLook): void {
    const { clock, levels, clockOffset } = this.deps;
    const { source, runtime, path } = watched;
    this.held.delete(path);
    for (const reading of source.read(look.text)) {
      // a file may be left from another process with the same pid
      if (reading.pid !== undefined && reading.pid !== runtime.pid) continue;
      const seenAt = clock.now() - clockOffset();
      const facts = this.factsOf(runtime, reading, "", seenAt);
      const { evidence } = facts;
      if (evidence.kind === "level" && evidence.withdrawn) levels.endLevel(runtime.runtime_id, reading.source);
      else if (evidence.kind === "level" && !levels.look(runtime.runtime_id, { ...facts, evidence }))
        this.held.set(path, () => this.readFile(watched, look));
    }
  }

  private readLines(watched: Watched, lines: readonly FollowedLine[], next: LinePosition): boolean {
    const { path, source, runtime } = watched;
    watched.isRead = true;
    const facts = lines.flatMap((line) =>
      source.read(line.text).map((reading, index) => this.lineFacts(runtime, reading, line, path, index)),
    );
    const named = this.subAgents.learn(this.parentFile(watched), lines);
    const place: KeyValueWrite = [this.placeKey(path), JSON.stringify(next)];
    return this.deps.intake.ingest(this.oursAmong(facts, runtime), [place, ...named]);
  }

  private lineFacts(runtime: RuntimeRow, reading: Reading, { text, at }: FollowedLine, path: string, index = 0) {
    const { clock, clockOffset } = this.deps;
    // a truncated file has other text at the same offset
    const name = `${path}@${at.file}.${at.offset}.${contentId(text)}`;
    return this.factsOf(runtime, reading, index === 0 ? name : `${name}+${index}`, clock.now() - clockOffset());
  }

  /** Leaves out what an earlier process of the same conversation did. */
  private oursAmong(facts: readonly SignalFacts[], runtime: RuntimeRow): SignalFacts[] {
    return facts.filter(({ event_time }) => event_time + this.deps.clockOffset() >= runtime.started_at);
  }

  private factsOf(runtime: RuntimeRow, reading: Reading, dedupe_key: string, event_time: number): SignalFacts {
    const { target, clockOffset } = this.deps;
    const { agent_type, pane_id, pid, pid_start, server_pid } = runtime;
    const process = pid !== null && pid_start !== null && { agent_pid: pid, agent_start: pid_start };
    return factsOf(agent_type, reading, {
      target,
      pane_id,
      dedupe_key,
      event_time,
      clock_offset: clockOffset(),
      hints: { ...process, tmux_server_pid: server_pid },
    });
  }

  private positionIn(path: string): LinePosition | null {
    const stored = this.deps.store.recall(this.placeKey(path));
    return stored === null ? null : readStored(LinePosition, stored);
  }

  private placeKey(path: string): string {
    return `place@${this.deps.target}:${path}`;
  }
}
