import { adapterOf } from "../core/agents/registry.ts";
import type { AdapterLookup } from "../core/signals/spool-signal.ts";
import { forEachOf } from "./for-each-of.ts";
import type { Log } from "./log.ts";
import { SpoolSource } from "./sources/spool.ts";
import { SquadFiles, type SquadRules } from "./sources/squad-files.ts";
import type { TargetRow } from "./store/store.ts";
import type { Target } from "./target.ts";
import type { Machine } from "./targets/machine.ts";

interface Shared {
  machine: Machine;
  /** How many live there. */
  users: number;
  /** Those that can be told what was said. */
  targets: Target[];
}

/** The machines that targets live on. Two tmux servers of one machine share its connection, its spool and its clock. */
export class Machines {
  private readonly create: (row: Pick<TargetRow, "kind" | "connection_ref">) => Machine;
  private readonly log: Log;
  private readonly lookUp: AdapterLookup;
  private readonly squad: SquadRules;
  private readonly shared = new Map<string, Shared>();

  constructor(create: Machines["create"], log: Log, squad: SquadRules, lookUp: AdapterLookup = adapterOf) {
    this.create = create;
    this.log = log;
    this.lookUp = lookUp;
    this.squad = squad;
  }

  /** For a target that is about to live there, until it leaves. */
  of(row: TargetRow): Machine {
    const entry = this.entry(row);
    entry.users += 1;
    return entry.machine;
  }

  /** From now on the target gets what is said on its tmux server. */
  settle(row: TargetRow, target: Target): void {
    const { machine, targets } = this.entry(row);
    targets.push(target);
    if (targets.length > 1) return;
    const source = new SpoolSource({
      recipients: (serverPid) => recipientsIn(targets, serverPid),
      clockOffset: () => machine.clockOffset(),
      adapterOf: this.lookUp,
      provisionalMs: this.squad.provisionalMs,
      log: this.log,
    });
    const files = new SquadFiles({
      ...this.squad,
      recipients: targets,
      clockOffset: () => machine.clockOffset(),
      log: this.log,
    });
    // the last one may leave while another is still to come: then it waits where it lies
    const starts = [
      () => machine.spool.start((entries) => (targets.length === 0 ? null : source.take(entries))),
      () => machine.signals?.start((file) => targets.length > 0 && files.take(file)),
    ];
    try {
      forEachOf(starts, (start) => start());
    } catch (error) {
      // whatever could not be read at once is read by the next scan, or told by it
      this.log.warn({ err: String(error) }, "signals not read yet");
    }
  }

  /** The last target to go takes its machine along. */
  async leave(row: TargetRow, target: Target): Promise<void> {
    const entry = this.entry(row);
    const at = entry.targets.indexOf(target);
    if (at >= 0) entry.targets.splice(at, 1);
    entry.users -= 1;
    if (entry.users > 0) return;
    this.shared.delete(keyOf(row));
    await entry.machine.close();
  }

  scan(): void {
    const readers = [...this.shared.values()].flatMap(({ machine }) => [
      machine.spool,
      machine.files,
      machine.lines,
      ...(machine.signals === undefined ? [] : [machine.signals]),
    ]);
    forEachOf(readers, (reader) => reader.scan());
  }

  private entry(row: Pick<TargetRow, "kind" | "connection_ref">): Shared {
    const known = this.shared.get(keyOf(row)) ?? { machine: this.create(row), users: 0, targets: [] };
    this.shared.set(keyOf(row), known);
    return known;
  }
}

function keyOf({ kind, connection_ref }: Pick<TargetRow, "kind" | "connection_ref">): string {
  return kind === "local" ? "local" : `ssh ${connection_ref}`;
}

/** A server that has just begun will be one's of them: each binds what is its own, and drops the rest. */
function recipientsIn(targets: readonly Target[], serverPid: number | null): readonly Target[] {
  if (serverPid === null) return targets.slice(0, 1);
  const observer = targets.find((target) => target.observes(serverPid));
  return observer === undefined ? targets : [observer];
}
