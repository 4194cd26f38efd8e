import type { SignalFacts } from "../../core/engine/envelope.ts";
import { parseTime } from "../../core/engine/parse-time.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { readFileName } from "../../core/signals/squad/read-file-name.ts";
import { readSignal } from "../../core/signals/squad/read-signal.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import type { Log } from "../base/log.ts";
import type { Intake } from "../pipeline/intake.ts";
import { AMBIGUOUS } from "../pipeline/seal.ts";
import type { Address } from "../runtimes/squad-address.ts";
import type { SignalFile } from "../targets/machine/machine.ts";

/** A target whose agents may have written a signal. */
export interface SignalRecipient {
  readonly name: string;
  readonly intake: Intake;
  readonly signals: { whose(signal: SquadSignal, at: number): Address | null };
}

export interface SquadRules {
  /** How long a provisional signal is valid, in milliseconds. */
  provisionalMs: number;
  knows(signalId: string): boolean;
  now(): number;
}

export interface SquadFilesDeps extends SquadRules {
  recipients: readonly SignalRecipient[];
  /** Milliseconds to add to the machine's clock to get ours. */
  clockOffset(): number;
  log: Log;
}

/** Our own commands say more through the spool: their files wait this long for that copy. */
const SPOOL_FIRST_MS = 1_500;
/** Largest difference between a file's time and its content's: a clock of whole seconds, and time for writing. */
const SAME_MOMENT_MS = 2_000;
const STALE_MS = 24 * 3_600_000;

/** Decodes signals left as files on one machine. Those of an agent there count like any other. */
export class SquadFiles {
  private readonly deps: SquadFilesDeps;

  constructor(deps: SquadFilesDeps) {
    this.deps = deps;
  }

  /** False to retry later: unknown session, spool copy still expected, or not stored. */
  take({ name, text, time }: SignalFile): boolean {
    const { log, knows, clockOffset } = this.deps;
    const now = () => this.deps.now() - clockOffset();
    const owner = readFileName(name);
    if (owner === null) return true;
    const read = readSignal(text, { ...owner, at: new Date(time).toISOString() });
    // the rest of the write triggers another event
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
    if (!recipient.intake.ingest([facts])) return false;
    if (address.by === "nobody")
      log.warn(
        { file: name, session: signal.tmux_session },
        "several agents could have sent this signal: it is nobody's",
      );
    return true;
  }

  /**
   * A session id is known to one target. A tmux session name may exist on two servers, and then the signal is
   * ambiguous.
   */
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
  const { metadata: _, hints: __, ...bare } = facts;
  return { ...bare, evidence: { kind: "note", reason: AMBIGUOUS } };
}

/** The file's own time is more exact, unless it was copied or touched. */
function timeOf({ timestamp }: SquadSignal, written: number): number {
  const said = parseTime(timestamp) ?? written;
  return Math.abs(said - written) <= SAME_MOMENT_MS ? written : said;
}
