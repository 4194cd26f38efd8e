import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../core/protocol/fault.ts";
import { parseRegistration, type Registration } from "../core/signals/registration.ts";
import type { Intake } from "./intake.ts";
import type { Log } from "./log.ts";
import type { Pipeline } from "./pipeline.ts";
import type { Markers } from "./sources/markers.ts";
import type { StatusFiles } from "./sources/status-files.ts";
import type { Store } from "./store/store.ts";
import type { Topology } from "./targets/topology.ts";

export interface SessionsDeps {
  store: Store;
  intake: Intake;
  pipeline: Pipeline;
  statusFiles: StatusFiles;
  markers: Markers;
  log: Log;
  /** Looks at tmux again: a pane may be newer than our last look. */
  refresh(): Promise<void>;
  /** Looks for a tmux server again: it may be newer than our last try. */
  wake(): void;
}

const PREFIX = "session:";
const REACH_MS = 2_000;
const POLL_MS = 25;

/** The panes that asked to be heard, remembered across restarts for as long as they live. */
export class Sessions {
  private readonly deps: SessionsDeps;
  private readonly attended = new Map<string, string>();
  private topology: Topology | null = null;

  constructor(deps: SessionsDeps) {
    this.deps = deps;
  }

  /** Registered panes that are still there are heard again; the rest is forgotten. */
  observe(topology: Topology | null): void {
    this.topology = topology;
    for (const [key, value] of this.deps.store.recallAll(PREFIX)) {
      const parsed = parseRegistration(value);
      if (!parsed.ok || !this.isHere(parsed.registration)) this.forget(key);
      else if (this.attended.get(key) !== this.tenancy(parsed.registration)) this.attendSoon(parsed.registration);
    }
  }

  /** False: not stored, offer it again later. */
  remember(registration: Registration): boolean {
    const stored = this.keep(registration);
    if (stored && this.isHere(registration)) this.attendSoon(registration);
    return stored;
  }

  /** Resolves when the pane is heard, whatever it says next. */
  async register(registration: Registration): Promise<void> {
    const { pane_id, tmux_server_pid } = registration;
    if (!(await this.reaches(tmux_server_pid))) {
      const message = `pane ${pane_id} belongs to another tmux server than the one this daemon observes: run the daemon with --tmux-socket for it`;
      throw new Fault("E_NOT_IN_TMUX", message, { pane: pane_id });
    }
    // the pane may be new, or its process another one than when we last looked
    await this.deps.refresh();
    if (!this.isHere(registration)) throw new Fault("E_REF_NOT_FOUND", `tmux has no pane ${pane_id}`);
    if (!this.keep(registration)) throw new Fault("E_DISK_FULL", "the disk is full: the pane could not be registered");
    await this.attend(registration);
  }

  /** A server that has just begun is reached in a moment; another one never. */
  private async reaches(serverPid: number): Promise<boolean> {
    for (let waited = 0; this.topology?.server.pid !== serverPid; waited += POLL_MS) {
      if (waited >= REACH_MS) return false;
      this.deps.wake();
      await sleep(POLL_MS);
    }
    return true;
  }

  /** What fails now (a full disk, a server that is going) is tried again at the next look. */
  private attendSoon(registration: Registration): void {
    this.attend(registration).catch((error: unknown) => {
      this.attended.delete(PREFIX + registration.session_id);
      this.deps.log.warn({ pane: registration.pane_id, err: String(error) }, "pane not attended yet");
    });
  }

  private async attend(registration: Registration): Promise<void> {
    this.attended.set(PREFIX + registration.session_id, this.tenancy(registration));
    this.deps.pipeline.greet(registration.pane_id, registration.session_id);
    this.deps.statusFiles.add(registration);
    await this.deps.markers.want(registration.pane_id);
  }

  private keep(registration: Registration): boolean {
    return this.deps.intake.offer([], [[PREFIX + registration.session_id, JSON.stringify(registration)]]);
  }

  private forget(key: string): void {
    this.attended.delete(key);
    this.deps.statusFiles.remove(key.slice(PREFIX.length));
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
