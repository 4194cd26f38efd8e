import { linearPattern } from "../pattern/linear-pattern.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { phaseOf } from "../protocol/base/state.ts";
import type { CueWords, OwnCues } from "../protocol/settings/cues.ts";
import { level } from "./evidence.ts";
import type { Cue } from "./screen.ts";

/** Merges the user's cues into the agent's: one with a known name replaces that cue in its place, a new one is tried first. */
export function mergeCues(cues: readonly Cue[], own: OwnCues): Cue[] {
  const added = Object.entries(own).flatMap(([name, words]) =>
    words === false || cues.some((cue) => cue.name === name) ? [] : [cueOf(name, words)],
  );
  const kept = cues.flatMap((cue) => {
    const words = Object.hasOwn(own, cue.name) ? own[cue.name] : undefined;
    if (words === undefined) return [cue];
    return words === false ? [] : [cueOf(cue.name, words)];
  });
  return [...added, ...kept];
}

function cueOf(name: string, { state, pattern, where, since, until }: CueWords): Cue {
  return {
    name,
    where,
    pattern: patternOf(pattern),
    says: level(phaseOf(state) ?? "rest", state === "running" ? {} : { state }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

const NEVER: Pattern = { test: () => false, exec: () => null };
/** Compiled patterns of users, which change only with the settings. */
const COMPILED = new Map<string, Pattern>();
const MOST_COMPILED = 1_000;

/** The settings have been checked, so every pattern can be read; one that cannot would never match. */
function patternOf(source: string): Pattern {
  const known = COMPILED.get(source);
  if (known !== undefined) return known;
  if (COMPILED.size >= MOST_COMPILED) COMPILED.clear();
  const result = linearPattern(source);
  const pattern = result.ok ? result.pattern : NEVER;
  COMPILED.set(source, pattern);
  return pattern;
}
