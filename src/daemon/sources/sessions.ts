import { Fault } from "../../core/protocol/base/fault.ts";
import { parseRegistration, type Registration } from "../../core/spool/registration.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import type { Store } from "../store/store.ts";
import type { Topology } from "../targets/tmux/topology.ts";
import type { Markers } from "./markers.ts";
import type { StatusFiles } from "./status-files.ts";

export interface SessionsDeps {
  target: string;
  store: Store;
  intake: Intake;
  pipeline: Pipeline;
  statusFiles: StatusFiles;
  markers: Markers;
  clock: Clock;
  log: Log;
  /** Reads the topology again: a pane may be newer than the last one. */
  refresh(): Promise<void>;
}

/** Registered panes, stored across restarts as long as the panes exist. */
export class Sessions {
  private readonly deps: SessionsDeps;
  /** The key of the process for which each registered pane is watched, by key of the session. */
  private readonly watchedRegistrations = new Map<string, string>();
  private readonly prefix: string;
  private topology: Topology | null = null;
  /** When each was registered: a topology requested earlier says nothing about it. */
  private readonly heardAt = new Map<string, number>();

  constructor(deps: SessionsDeps) {
    this.deps = deps;
    this.prefix = `session@${deps.target}:`;
  }

  /** Listens to registered panes that still exist; forgets the others. */
  observe(topology: Topology | null): void {
    this.topology = topology;
    for (const [key, value] of this.deps.store.recallAll(this.prefix)) {
      const parsed = parseRegistration(value);
      const isHere = parsed.ok && this.isHere(parsed.registration);
      if (!isHere && topology !== null && (this.heardAt.get(key) ?? 0) >= topology.askedAt) continue;
      if (!parsed.ok || !isHere) this.forget(key);
      else if (this.watchedRegistrations.get(key) !== this.processKey(parsed.registration))
        this.watchRegisteredSoon(parsed.registration);
    }
  }

  /** False if not stored: offer it again later. */
  remember(registration: Registration): boolean {
    const stored = this.keep(registration);
    this.heardAt.set(this.prefix + registration.session_id, this.deps.clock.now());
    if (stored && this.isHere(registration)) this.watchRegisteredSoon(registration);
    return stored;
  }

  /** Resolves when the pane is being listened to. Its tmux server must be this target's. */
  async register(registration: Registration): Promise<void> {
    const { pane_id } = registration;
    // the pane may be new, or its process replaced, since the last topology
    await this.deps.refresh();
    if (!this.isHere(registration)) throw new Fault("E_REF_NOT_FOUND", `tmux has no pane ${pane_id}`);
    if (!this.keep(registration)) throw new Fault("E_DISK_FULL", "the disk is full: the pane could not be registered");
    await this.watchRegistered(registration);
  }

  /** Unregisters a session, whether or not its pane still exists. */
  unregisterSession(sessionId: string): void {
    this.forget(this.prefix + sessionId);
  }

  /** Whether another session is registered for this workspace. */
  signalsFrom(workspace: string, exceptSession: string): boolean {
    return [...this.deps.store.recallAll(this.prefix).values()].some((value) => {
      const parsed = parseRegistration(value);
      return (
        parsed.ok && parsed.registration.workspace === workspace && parsed.registration.session_id !== exceptSession
      );
    });
  }

  /** A failure (full disk, a server that is stopping) is retried at the next topology. */
  private watchRegisteredSoon(registration: Registration): void {
    this.watchRegistered(registration).catch((error: unknown) => {
      this.watchedRegistrations.delete(this.prefix + registration.session_id);
      this.deps.log.warn({ pane: registration.pane_id, err: String(error) }, "a registered pane is not watched yet");
    });
  }

  private async watchRegistered(registration: Registration): Promise<void> {
    this.watchedRegistrations.set(this.prefix + registration.session_id, this.processKey(registration));
    // a pane whose processes could not be read yet is tried again at the next topology
    if (!this.deps.pipeline.ensureRuntime(registration.pane_id, registration.session_id))
      this.watchedRegistrations.delete(this.prefix + registration.session_id);
    this.deps.statusFiles.add(registration);
    await this.deps.markers.want(registration.pane_id);
  }

  private keep(registration: Registration): boolean {
    return this.deps.intake.ingest([], [[this.prefix + registration.session_id, JSON.stringify(registration)]]);
  }

  private forget(key: string): void {
    this.watchedRegistrations.delete(key);
    this.heardAt.delete(key);
    this.deps.statusFiles.remove(key.slice(this.prefix.length));
    this.deps.intake.ingest([], [[key, null]]);
  }

  private isHere({ tmux_server_pid, pane_id }: Registration): boolean {
    return this.topology?.server.pid === tmux_server_pid && this.topology.panes.has(pane_id);
  }

  /** Changes when the pane's process is replaced, so that the new one is registered again. */
  private processKey(registration: Registration): string {
    return `${this.topology?.panes.get(registration.pane_id)?.pane_pid} ${JSON.stringify(registration)}`;
  }
}
