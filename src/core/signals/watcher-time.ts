import { parseTime } from "../engine/parse-time.ts";

export interface FileTime {
  /** Milliseconds since the epoch, with fraction. */
  ms: number;
  /** Nanoseconds since the epoch: exact, and the same whenever the file is read again. */
  ns: string;
}

/** Parses a file's time from `stat`: `2026-11-15 11:45:21.293057502 +0000`, or `1794743121.293057502` on BSD. */
export function parseFileTime(text: string): FileTime | null {
  const [, whole, fraction = ""] = /^(.*?)(?:\.(\d+))?(?: \+0000)?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const seconds = /^-?\d+$/.test(whole) ? Number(whole) : secondsOf(whole);
  if (seconds === null || !Number.isSafeInteger(seconds)) return null;
  const nanoseconds = fraction.slice(0, 9).padEnd(9, "0");
  return {
    ms: seconds * 1000 + Number(nanoseconds) / 1e6,
    ns: String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds)),
  };
}

function secondsOf(date: string): number | null {
  const ms = parseTime(`${date}Z`);
  return ms === null ? null : ms / 1000;
}
