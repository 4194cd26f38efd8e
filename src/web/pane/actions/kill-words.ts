import type { KillReport, KillSignal } from "../../../core/protocol/actions/actions.ts";

export interface KillChoice {
  signal: KillSignal;
  verb: string;
  about: string;
}

/** Mildest first. */
export const KILL_CHOICES: readonly KillChoice[] = [
  { signal: "INT", verb: "Interrupt", about: "Like Ctrl-C: most agents stop what they do and stay." },
  { signal: "TERM", verb: "End", about: "Asks it to end; it may tidy up first." },
  { signal: "KILL", verb: "Kill", about: "Ends it at once; what it has not saved is lost." },
];

export function killReportWords({ signal, pid, reached, ended }: KillReport, who: string): string {
  const sent =
    reached === "keys"
      ? `It was told to leave (pid ${pid}).`
      : `SIG${signal} reached ${reached === "group" ? "its process group" : "its processes"} (pid ${pid}).`;
  if (ended) return `${sent} ${who} has ended.`;
  return signal === "INT"
    ? `${sent} ${who} still runs, as agents do after an interrupt.`
    : `${sent} ${who} still runs. A stronger signal may end it.`;
}
