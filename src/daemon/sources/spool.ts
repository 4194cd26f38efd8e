import type { SignalFacts } from "../../core/engine/envelope.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { Registration } from "../../core/spool/registration.ts";
import { parseSpoolEntry } from "../../core/spool/spool-entry.ts";
import { type AdapterLookup, type Offered, type SpoolSignals, spoolSignals } from "../../core/spool/spool-signal.ts";
import type { Log } from "../base/log.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { SpoolFile, Taken } from "../targets/machine/machine.ts";

/** A target that takes the signals from its tmux server. */
export interface Recipient {
  readonly name: string;
  readonly intake: Intake;
  /** False: not stored, retry later. */
  remember(registration: Registration): boolean;
  /** Takes agents' hooks that wait for an answer. */
  readonly offers: { add(offered: Offered): void };
}

export interface SpoolDeps {
  /** The target of a tmux server; all targets for a server not observed yet, since it will belong to one of them. */
  recipients(serverPid: number | null): readonly Recipient[];
  clockOffset(): number;
  adapterOf: AdapterLookup;
  /** How long a provisional signal is valid, in milliseconds. */
  provisionalMs: number;
  log: Log;
}

/** What an entry says to one target. */
interface DecodedPart {
  read: Exclude<SpoolSignals, { type: "fault" }>;
  recipient: Recipient;
}

type Decoded = { ok: true; parts: DecodedPart[] } | { ok: false; fault: string };

const TICK_MS = 0.001;
const KEPT_TICKS = 1_000;
const byName = new Intl.Collator("en", { numeric: true });

/** Decodes what hooks and commands have written to the spool of one machine, local or remote. */
export class SpoolSource {
  private readonly deps: SpoolDeps;
  /** By file time: the last time given to an entry of the same tick. */
  private readonly spent = new Map<number, number>();

  constructor(deps: SpoolDeps) {
    this.deps = deps;
  }

  /** Null if something could not be stored: then nothing was taken, and all of it must be delivered again. */
  take(files: readonly SpoolFile[]): Taken | null {
    const taken: Taken = { accepted: [], rejected: [] };
    const signals = new Map<Recipient, SignalFacts[]>();
    for (const file of this.spread(files)) {
      const { name } = file;
      const decoded = this.decodeSafely(file);
      if (!decoded.ok) {
        this.deps.log.warn({ file: name, fault: decoded.fault }, "spool entry rejected");
        taken.rejected.push({ name, fault: decoded.fault });
        continue;
      }
      for (const { read, recipient } of decoded.parts) {
        if (read.type === "registration" && !recipient.remember(read.registration)) return null;
        if (read.type === "offer") recipient.offers.add(read.offer);
        if (read.type !== "signals") continue;
        const facts = signals.get(recipient) ?? [];
        facts.push(...read.facts);
        signals.set(recipient, facts);
      }
      taken.accepted.push(name);
    }
    for (const [recipient, facts] of signals) if (!recipient.intake.ingest(facts)) return null;
    return taken;
  }

  /**
   * Oldest first. Entries of one tick of the kernel's clock have the same time and are ordered by name (pids, numbers).
   */
  private spread(files: readonly SpoolFile[]): SpoolFile[] {
    const ordered = [...files].sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
    const spread = ordered.map((file) => {
      const before = this.spent.get(file.time);
      const time = before === undefined ? file.time : before + TICK_MS;
      this.spent.set(file.time, time);
      return { ...file, time };
    });
    // the entries of a tick come in a few batches, with others in between
    for (const written of this.spent.keys()) {
      if (this.spent.size <= KEPT_TICKS) break;
      this.spent.delete(written);
    }
    return spread;
  }

  /** An entry that makes the decoder fail is rejected: otherwise its whole batch would be read again for ever. */
  private decodeSafely(file: SpoolFile): Decoded {
    try {
      return this.decode(file);
    } catch (error) {
      return { ok: false, fault: `it cannot be read: ${messageOf(error)}` };
    }
  }

  private decode({ content, key, time }: SpoolFile): Decoded {
    const parsed = content.ok ? parseSpoolEntry(content.bytes) : content;
    if (!parsed.ok) return parsed;
    const { recipients, clockOffset, adapterOf, provisionalMs } = this.deps;
    const clock_offset = clockOffset();
    const provisionalUntil = time + clock_offset + provisionalMs;
    const parts: DecodedPart[] = [];
    for (const recipient of recipients(serverPidOf(parsed.entry.tmux))) {
      const read = spoolSignals(parsed.entry, key, time, recipient.name, adapterOf, provisionalUntil);
      if (read.type === "fault") return { ok: false, fault: read.fault };
      if (read.type !== "signals") parts.push({ read, recipient });
      else parts.push({ read: { ...read, facts: read.facts.map((facts) => ({ ...facts, clock_offset })) }, recipient });
    }
    return { ok: true, parts };
  }
}

/** From `$TMUX`: socket, server pid, session. */
function serverPidOf(tmux: string | null): number | null {
  const pid = Number(tmux?.split(",").at(-2));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}
