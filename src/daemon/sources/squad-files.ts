import type { SignalFacts } from "../../core/engine/envelope.ts";
import { parseTime } from "../../core/engine/parse-time.ts";
import type { SquadSignal } from "../../core/protocol/squad.ts";
import { readFileName } from "../../core/signals/squad/read-file-name.ts";
import { readSignal } from "../../core/signals/squad/read-signal.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import { AMBIGUOUS } from "../seal.ts";
import type { Address } from "../squad-address.ts";
import type { SignalFile } from "../targets/machine.ts";

/** A target whose agents may have written a signal. */
export interface SignalRecipient {
  readonly name: string;
  readonly intake: Intake;
  readonly signals: { whose(signal: SquadSignal, at: number): Address | null };
}

/** What decoding signals needs to know besides. */
export interface SquadRules {
  /** How long what was written ahead of the agent's own is believed. */
  provisionalMs: number;
  knows(signalId: string): boolean;
  now(): number;
}

export interface SquadFilesDeps extends SquadRules {
  recipients: readonly SignalRecipient[];
  /** Added to the machine's clock to get ours. */
  clockOffset(): number;
  log: Log;
}

/** Our own commands tell more through the spool: their files wait so long for that copy. */
const SPOOL_FIRST_MS = 1_500;
/** A clock of whole seconds and a moment for writing: what a file says of its time, and its own. */
const SAME_MOMENT_MS = 2_000;
const STALE_MS = 24 * 3_600_000;

/** Signals that somebody left as files on one machine: those that belong to an agent there count like any other. */
export class SquadFiles {
  private readonly deps: SquadFilesDeps;

  constructor(deps: SquadFilesDeps) {
    this.deps = deps;
  }

  /** False for what may be understood later: half a file, or a session that nobody goes by yet. */
  take({ name, text, time }: SignalFile): boolean {
    const { log, knows, clockOffset } = this.deps;
    const now = () => this.deps.now() - clockOffset();
    const owner = readFileName(name);
    if (owner === null) return true;
    const read = readSignal(text, { ...owner, at: new Date(time).toISOString() });
    // the write itself will wake us
    if (read.type === "partial") return true;
    if (read.type === "fault") {
      log.warn({ file: name, fault: read.fault }, "signal file is off: ignored");
      return true;
    }
    const { signal, isNamed } = read;
    if (knows(signal.signal_id)) return true;
    const at = timeOf(signal, time);
    const found = this.addressee(signal, at + clockOffset());
    if (found === null) return false;
    const { recipient, address } = found;
    if (address.by !== "session" && isNamed && now() - time < SPOOL_FIRST_MS) return false;
    if (address.by !== "session" && now() - at > STALE_MS) return true;
    const facts = factsFor(signal, address, recipient.name, at + clockOffset(), this.deps.provisionalMs);
    if (!recipient.intake.offer([facts])) return false;
    if (address.by === "nobody")
      log.warn(
        { file: name, session: signal.tmux_session },
        "several agents could have sent this signal: it is nobody's",
      );
    return true;
  }

  /** A session is known to one target; a tmux session of that name may be on two servers, and then it is nobody's. */
  private addressee(signal: SquadSignal, at: number): { recipient: SignalRecipient; address: Address } | null {
    const all = this.deps.recipients.flatMap((recipient) => {
      const address = recipient.signals.whose(signal, at);
      return address === null ? [] : [{ recipient, address }];
    });
    const bySession = all.find(({ address }) => address.by === "session");
    const [first = null, ...others] = all;
    if (bySession !== undefined || others.length === 0) return bySession ?? first;
    return first && { ...first, address: { by: "nobody" } };
  }
}

function factsFor(
  signal: SquadSignal,
  address: Address,
  target: string,
  at: number,
  provisionalMs: number,
): SignalFacts {
  const pane_id = address.by === "tmux_session" ? address.pane_id : null;
  const facts = squadFacts(signal, { target, pane_id, event_time: at }, at + provisionalMs);
  if (address.by !== "nobody") return facts;
  const { traces: _, hints: __, ...bare } = facts;
  return { ...bare, evidence: { kind: "note", reason: AMBIGUOUS } };
}

/** The file's own time is finer, unless it was copied or touched. */
function timeOf({ timestamp }: SquadSignal, written: number): number {
  const said = parseTime(timestamp) ?? written;
  return Math.abs(said - written) <= SAME_MOMENT_MS ? written : said;
}
