import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/signals/registration.ts";
import { parseSpoolEntry } from "../../core/signals/spool-entry.ts";
import { type AdapterLookup, type SpoolSignals, spoolSignals } from "../../core/signals/spool-signal.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import type { SpoolFile, Taken } from "../targets/machine.ts";

/** A target that takes what was said on its tmux server. */
export interface Recipient {
  readonly name: string;
  readonly intake: Intake;
  /** False: not stored, offer it again later. */
  remember(registration: Registration): boolean;
}

export interface SpoolDeps {
  /** The target that a tmux server belongs to. Of a server that nobody observes yet all of them: it will be one's. */
  recipients(serverPid: number | null): readonly Recipient[];
  clockOffset(): number;
  adapterOf: AdapterLookup;
  /** How long a signal written ahead of the agent's own is believed. */
  provisionalMs: number;
  log: Log;
}

const TICK_MS = 0.001;
const KEPT_TICKS = 1_000;
const byName = new Intl.Collator("en", { numeric: true });

/** What hooks and commands have dropped on one machine, decoded; wherever that machine is. */
export class SpoolSource {
  private readonly deps: SpoolDeps;
  /** By the times that were written: those which entries of the same tick have got since. */
  private readonly spent = new Map<number, number>();

  constructor(deps: SpoolDeps) {
    this.deps = deps;
  }

  /** Null when something could not be stored: then nothing was taken, and all of it is to be offered again. */
  take(files: readonly SpoolFile[]): Taken | null {
    const taken: Taken = { accepted: [], rejected: [] };
    const signals = new Map<Recipient, SignalFacts[]>();
    for (const file of this.spread(files)) {
      const decoded = this.decode(file);
      const fault = decoded.find(({ signal }) => signal.type === "fault")?.signal;
      if (fault?.type === "fault") {
        this.deps.log.warn({ file: file.name, fault: fault.fault }, "spool entry rejected");
        taken.rejected.push({ name: file.name, fault: fault.fault });
        continue;
      }
      for (const { signal, recipient } of decoded) {
        if (signal.type === "registration" && !recipient.remember(signal.registration)) return null;
        if (signal.type === "signals" && signals.get(recipient)?.push(...signal.facts) === undefined)
          signals.set(recipient, signal.facts);
      }
      taken.accepted.push(file.name);
    }
    for (const [recipient, facts] of signals) if (!recipient.intake.offer(facts)) return null;
    return taken;
  }

  /** Oldest first. Entries of one tick of the kernel's clock have one time: by their names (pids, numbers) they keep an order. */
  private spread(files: readonly SpoolFile[]): SpoolFile[] {
    const ordered = [...files].sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
    const spread = ordered.map((file) => {
      const before = this.spent.get(file.time);
      const time = before === undefined ? file.time : before + TICK_MS;
      this.spent.set(file.time, time);
      return { ...file, time };
    });
    // a tick comes in a few batches, which others may come between
    for (const written of this.spent.keys()) {
      if (this.spent.size <= KEPT_TICKS) break;
      this.spent.delete(written);
    }
    return spread;
  }

  private decode({ content, key, time }: SpoolFile): { signal: SpoolSignals; recipient: Recipient }[] {
    const parsed = content.ok ? parseSpoolEntry(content.bytes) : content;
    const clock_offset = this.deps.clockOffset();
    const provisionalUntil = time + clock_offset + this.deps.provisionalMs;
    return this.deps.recipients(parsed.ok ? serverPidOf(parsed.entry.tmux) : null).map((recipient) => {
      if (!parsed.ok) return { signal: { type: "fault", fault: parsed.fault }, recipient };
      const signal = spoolSignals(parsed.entry, key, time, recipient.name, this.deps.adapterOf, provisionalUntil);
      if (signal.type !== "signals") return { signal, recipient };
      return { signal: { ...signal, facts: signal.facts.map((facts) => ({ ...facts, clock_offset })) }, recipient };
    });
  }
}

/** From `$TMUX`: socket, server pid, session. */
function serverPidOf(tmux: string | null): number | null {
  const pid = Number(tmux?.split(",").at(-2));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}
