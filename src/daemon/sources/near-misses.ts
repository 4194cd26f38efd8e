import { redactText } from "../../core/redact/redact.ts";
import type { Marker } from "../../core/signals/marker.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";

export interface NearMissesDeps {
  target: string;
  problems: Pick<Problems, "raise" | "clear">;
  clock: Clock;
  log: Log;
}

/** A line that was probably meant as a signal. */
interface Missed {
  /** The pane or file that contained it. */
  where: string;
  line: string;
  at: number;
}

const CODE = "SIGNAL_NEAR_MISS";
const TOLD_MS = 3_600_000;
const MAX_KEPT = 100;
const LOGGED_A_MINUTE = 10;
const LONGEST_LINE = 300;

/** Lines of one target that name the protocol but are not signals: logged, and reported as a problem for an hour. */
export class NearMisses {
  private readonly deps: NearMissesDeps;
  private missed: Missed[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(deps: NearMissesDeps) {
    this.deps = deps;
  }

  note(where: string, { line: whole, why }: { line: string; why: string }): void {
    const { clock, log } = this.deps;
    const at = clock.now();
    const line = shown(whole);
    // a few a minute: a program may print thousands, and the log is for people
    const recent = this.missed.filter((each) => each.where === where && at - each.at < 60_000);
    if (recent.length < LOGGED_A_MINUTE) log.warn({ where, line, why }, "signal near-miss");
    this.missed = [...this.missed, { where, line, at }].slice(-MAX_KEPT);
    this.report(why);
  }

  /** A typed command that prints a marker shows it twice, once as a command: its near-miss is removed. */
  heard(where: string, { state, message }: Marker): void {
    const said = shown(`schmux:${state}:${message}`);
    const left = this.missed.filter((each) => each.where !== where || !each.line.includes(said));
    if (left.length === this.missed.length) return;
    this.missed = left;
    this.report(null);
  }

  private report(why: string | null): void {
    const { target, problems, clock } = this.deps;
    this.missed = this.missed.filter(({ at }) => clock.now() - at < TOLD_MS);
    const last = this.missed.at(-1);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = last === undefined ? null : setTimeout(() => this.report(null), TOLD_MS).unref();
    if (last === undefined) {
      problems.clear(CODE, target);
      return;
    }
    const count =
      this.missed.length === 1
        ? "a line looks like a signal and is none"
        : `${this.missed.length} lines look like signals and are none`;
    const reason = why === null ? "" : ` (${why})`;
    problems.raise(CODE, `${target}: ${count}, last in ${last.where}: ${last.line}${reason}`, target);
  }
}

/** Redacted, with invisible and direction-changing characters written out, since people read it as it is. */
function shown(line: string): string {
  return visibleText(redactText(line)).slice(0, LONGEST_LINE);
}
