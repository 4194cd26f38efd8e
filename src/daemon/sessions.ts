import { Fault } from "../core/protocol/fault.ts";
import { parseRegistration, type Registration } from "../core/signals/registration.ts";
import type { Clock } from "./clock.ts";
import type { Intake } from "./intake.ts";
import type { Log } from "./log.ts";
import type { Pipeline } from "./pipeline.ts";
import type { Markers } from "./sources/markers.ts";
import type { StatusFiles } from "./sources/status-files.ts";
import type { Store } from "./store/store.ts";
import type { Topology } from "./targets/topology.ts";

export interface SessionsDeps {
  target: string;
  store: Store;
  intake: Intake;
  pipeline: Pipeline;
  statusFiles: StatusFiles;
  markers: Markers;
  clock: Clock;
  log: Log;
  /** Looks at tmux again: a pane may be newer than our last look. */
  refresh(): Promise<void>;
}

/** The panes that asked to be heard, remembered across restarts for as long as they live. */
export class Sessions {
  private readonly deps: SessionsDeps;
  private readonly attended = new Map<string, string>();
  private readonly prefix: string;
  private topology: Topology | null = null;
  /** When each was heard of: what tmux was asked before says nothing about a pane that has registered since. */
  private readonly heardAt = new Map<string, number>();

  constructor(deps: SessionsDeps) {
    this.deps = deps;
    this.prefix = `session@${deps.target}:`;
  }

  /** Registered panes that are still there are heard again; the rest is forgotten. */
  observe(topology: Topology | null): void {
    this.topology = topology;
    for (const [key, value] of this.deps.store.recallAll(this.prefix)) {
      const parsed = parseRegistration(value);
      const isHere = parsed.ok && this.isHere(parsed.registration);
      if (!isHere && topology !== null && (this.heardAt.get(key) ?? 0) >= topology.askedAt) continue;
      if (!parsed.ok || !isHere) this.forget(key);
      else if (this.attended.get(key) !== this.tenancy(parsed.registration)) this.attendSoon(parsed.registration);
    }
  }

  /** False: not stored, offer it again later. */
  remember(registration: Registration): boolean {
    const stored = this.keep(registration);
    this.heardAt.set(this.prefix + registration.session_id, this.deps.clock.now());
    if (stored && this.isHere(registration)) this.attendSoon(registration);
    return stored;
  }

  /** Resolves when the pane is heard, whatever it says next. Its tmux server is this target's. */
  async register(registration: Registration): Promise<void> {
    const { pane_id } = registration;
    // the pane may be new, or its process another one than when we last looked
    await this.deps.refresh();
    if (!this.isHere(registration)) throw new Fault("E_REF_NOT_FOUND", `tmux has no pane ${pane_id}`);
    if (!this.keep(registration)) throw new Fault("E_DISK_FULL", "the disk is full: the pane could not be registered");
    await this.attend(registration);
  }

  /** Nobody speaks under this name any more, whether or not its pane is gone yet. */
  dismiss(sessionId: string): void {
    this.forget(this.prefix + sessionId);
  }

  /** Has another pane registered from this workspace? */
  signalsFrom(workspace: string, besides: string): boolean {
    return [...this.deps.store.recallAll(this.prefix).values()].some((value) => {
      const parsed = parseRegistration(value);
      return parsed.ok && parsed.registration.workspace === workspace && parsed.registration.session_id !== besides;
    });
  }

  /** What fails now (a full disk, a server that is going) is tried again at the next look. */
  private attendSoon(registration: Registration): void {
    this.attend(registration).catch((error: unknown) => {
      this.attended.delete(this.prefix + registration.session_id);
      this.deps.log.warn({ pane: registration.pane_id, err: String(error) }, "pane not attended yet");
    });
  }

  private async attend(registration: Registration): Promise<void> {
    this.attended.set(this.prefix + registration.session_id, this.tenancy(registration));
    // a pane whose processes could not be read yet is greeted at the next look
    if (!this.deps.pipeline.greet(registration.pane_id, registration.session_id))
      this.attended.delete(this.prefix + registration.session_id);
    this.deps.statusFiles.add(registration);
    await this.deps.markers.want(registration.pane_id);
  }

  private keep(registration: Registration): boolean {
    return this.deps.intake.offer([], [[this.prefix + registration.session_id, JSON.stringify(registration)]]);
  }

  private forget(key: string): void {
    this.attended.delete(key);
    this.heardAt.delete(key);
    this.deps.statusFiles.remove(key.slice(this.prefix.length));
    this.deps.intake.offer([], [[key, null]]);
  }

  private isHere({ tmux_server_pid, pane_id }: Registration): boolean {
    return this.topology?.server.pid === tmux_server_pid && this.topology.panes.has(pane_id);
  }

  /** A pane whose process was replaced is attended anew: another life has begun there. */
  private tenancy(registration: Registration): string {
    return `${this.topology?.panes.get(registration.pane_id)?.pane_pid} ${JSON.stringify(registration)}`;
  }
}
