import type { Adapter, Reading, SecondSource } from "../../core/agents/adapter.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { contentId } from "../../core/engine/content-id.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Clock } from "../clock.ts";
import type { ClueBook } from "../clues.ts";
import type { Intake } from "../intake.ts";
import type { Lives } from "../lives.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import { type FileLook, type FileWatch, type FollowedLine, type LineFollow, LinePosition } from "../targets/machine.ts";
import type { LevelIntake } from "./shown-levels.ts";

export interface SecondSourcesDeps {
  target: string;
  files: FileWatch;
  lines: LineFollow;
  /** The user's home on the machine, where it is known. */
  userHome(): string | null;
  clockOffset(): number;
  lives: Lives;
  clues: ClueBook;
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
}

/** What agents write about themselves besides: it tells what no hook does. Found by what they said of themselves. */
export class SecondSources {
  private readonly deps: SecondSourcesDeps;
  /** By runtime and kind. */
  private readonly watched = new Map<string, Watched>();
  private readonly agents = new Set<string>();
  /** Read, but not stored yet: the disk is full. By path. */
  private readonly held = new Map<string, () => void>();

  constructor(deps: SecondSourcesDeps) {
    this.deps = deps;
  }

  /** Agents have come or gone. */
  observe(): void {
    const living = new Map(this.deps.lives.living().map((runtime) => [runtime.runtime_id, runtime]));
    for (const [key, { runtime, path }] of [...this.watched]) {
      if (living.has(runtime.runtime_id)) continue;
      this.unwatch(key);
      this.deps.intake.offer([], [[this.placeKey(path), null]]);
    }
    for (const runtimeId of this.agents) if (!living.has(runtimeId)) this.agents.delete(runtimeId);
    for (const runtime of living.values()) if (!this.agents.has(runtime.runtime_id)) this.attend(runtime);
  }

  /** An agent has said where its files are. */
  learned(runtimeId: string): void {
    const runtime = this.deps.lives.runtime(runtimeId);
    if (runtime !== null && runtime.ended_at === null) this.attend(runtime);
  }

  /** Files that have not changed since are told again. */
  lookAnew(): void {
    for (const watched of this.watched.values())
      if (watched.source.unit === "file") this.deps.files.watch(watched.path, (look) => this.readFile(watched, look));
  }

  /** Offers again what could not be stored. */
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
      this.unwatch(key);
      // another conversation has begun: nobody goes on with the former one from there
      if (before !== undefined) this.deps.intake.offer([], [[this.placeKey(before), null]]);
      this.watch(key, { path, source, runtime });
    }
  }

  private pathOf(source: SecondSource, { runtime_id, pid }: RuntimeRow): string | null {
    const { clues, userHome } = this.deps;
    if (pid === null) return null;
    const path = source.path({ home: userHome(), ...clues.of(runtime_id), pid });
    return path?.startsWith("/") ? path : null;
  }

  private watch(key: string, watched: Watched): void {
    const { path, source } = watched;
    // one conversation opened in two places: the one that spoke of it last has it
    for (const [other, { path: theirs }] of [...this.watched]) if (theirs === path) this.unwatch(other);
    this.watched.set(key, watched);
    if (source.unit === "file") this.deps.files.watch(path, (look) => this.readFile(watched, look));
    else this.deps.lines.follow(path, this.positionIn(path), (lines, next) => this.readLines(watched, lines, next));
  }

  private unwatch(key: string): void {
    const watched = this.watched.get(key);
    if (watched === undefined) return;
    this.watched.delete(key);
    this.held.delete(watched.path);
    if (watched.source.unit === "file") this.deps.files.unwatch(watched.path);
    else this.deps.lines.unfollow(watched.path);
  }

  /** The file is the state: what it says stands until it says otherwise. */
  private readFile(watched: Watched, look: FileLook): void {
    const { clock, levels, clockOffset } = this.deps;
    const { source, runtime, path } = watched;
    this.held.delete(path);
    for (const reading of source.read(look.text)) {
      // a file may be left over from another process of the same number
      if (reading.pid !== undefined && reading.pid !== runtime.pid) continue;
      const seenAt = clock.now() - clockOffset();
      const facts = this.factsOf(runtime, reading, "", seenAt);
      const { evidence } = facts;
      if (evidence.kind === "level" && !levels.look(runtime.runtime_id, { ...facts, evidence }))
        this.held.set(path, () => this.readFile(watched, look));
    }
  }

  private readLines({ path, source, runtime }: Watched, lines: readonly FollowedLine[], next: LinePosition): boolean {
    const { clock, clockOffset, intake } = this.deps;
    const now = clock.now() - clockOffset();
    const facts = lines.flatMap(({ text, at }) =>
      source.read(text).map((reading, index) => {
        // a file that was cut short has other words at the same place
        const name = `${path}@${at.file}.${at.offset}.${contentId(text)}`;
        return this.factsOf(runtime, reading, index === 0 ? name : `${name}+${index}`, now);
      }),
    );
    const ours = facts.filter(({ event_time }) => event_time + clockOffset() >= runtime.started_at);
    return intake.offer(ours, [[this.placeKey(path), JSON.stringify(next)]]);
  }

  private factsOf(runtime: RuntimeRow, reading: Reading, dedupe_key: string, event_time: number): SignalFacts {
    const { target, clockOffset } = this.deps;
    const { agent_type, pane_id, pid, pid_start, server_pid } = runtime;
    const speaker = pid !== null && pid_start !== null && { agent_pid: pid, agent_start: pid_start };
    return factsOf(agent_type, reading, {
      target,
      pane_id,
      dedupe_key,
      event_time,
      clock_offset: clockOffset(),
      hints: { ...speaker, tmux_server_pid: server_pid },
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
