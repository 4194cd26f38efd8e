import { compareVersions } from "../adapter/screen-version.ts";

/** A version of an agent that was tried with its real program, and how its states were read. */
export interface TriedVersion {
  agent: string;
  version: string;
  /** The day, as in `2026-11-17`. */
  ranOn: string;
  /** In how many situations the state was right, `unknown` and wrong. */
  right: number;
  unknown: number;
  wrong: number;
}

/** Of agents that nobody has tried. */
export const BY_DOCUMENTATION = "known by its documentation, not tried";

/** The newest version of this agent that was tried; null if none was. */
export function newestTried<Tried extends Pick<TriedVersion, "agent" | "version">>(
  agent: string,
  tried: readonly Tried[],
): Tried | null {
  const own = tried.filter((each) => each.agent === agent);
  return own.sort((a, b) => compareVersions(a.version, b.version) ?? 0).at(-1) ?? null;
}

export function isNewerThan(version: string | null, tried: TriedVersion | null): boolean {
  return version !== null && tried !== null && (compareVersions(version, tried.version) ?? 0) > 0;
}

/** `2.1.325 was tried on 2026-11-17: 65 of 67 situations read right, 1 unknown, 1 wrong`. */
export function triedWords({ version, ranOn, right, unknown, wrong }: TriedVersion): string {
  const all = right + unknown + wrong;
  const rest = [unknown > 0 && `${unknown} unknown`, wrong > 0 && `${wrong} wrong`].filter(Boolean);
  return `${version} was tried on ${ranOn}: ${[`${right} of ${all} situations read right`, ...rest].join(", ")}`;
}
