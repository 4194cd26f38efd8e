import { adapterOf } from "../../core/agents/registry.ts";
import type { AdapterLookup } from "../../core/spool/spool-signal.ts";
import { forEachOf } from "../base/for-each-of.ts";
import type { Log } from "../base/log.ts";
import { SpoolSource } from "../sources/spool.ts";
import { SquadFiles, type SquadRules } from "../sources/squad-files.ts";
import type { TargetRow } from "../store/store.ts";
import type { Machine } from "./machine/machine.ts";
import type { Target } from "./target.ts";

interface Shared {
  machine: Machine;
  /** Number of targets on the machine. */
  users: number;
  /** Targets that receive its signals. */
  targets: Target[];
}

/** The machines of all targets. Two tmux servers on one machine share its connection, spool and clock. */
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

  /** The machine for a target, until `leave`. */
  of(row: TargetRow): Machine {
    const entry = this.entry(row);
    entry.users += 1;
    return entry.machine;
  }

  /** From now on the target receives the signals of its tmux server. */
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
    // without targets, signals stay in the spool for the next one
    const starts = [
      () => machine.spool.start((entries) => (targets.length === 0 ? null : source.take(entries))),
      () => machine.signals?.start((file) => targets.length > 0 && files.take(file)),
    ];
    try {
      forEachOf(starts, (start) => start());
    } catch (error) {
      // the next scan reads it, or reports the failure
      this.log.warn({ err: String(error) }, "signals not read yet");
    }
  }

  /** The last target to leave closes its machine. */
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
  return `${kind} ${connection_ref}`;
}

/** A tmux server that has just started may be any target's: each binds its own events and drops the rest. */
function recipientsIn(targets: readonly Target[], serverPid: number | null): readonly Target[] {
  if (serverPid === null) return targets.slice(0, 1);
  const observer = targets.find((target) => target.observes(serverPid));
  return observer === undefined ? targets : [observer];
}
