import type { PaneCheck } from "../protocol/lists/pane-check.ts";

const WORDS: Readonly<Record<PaneCheck["state"], string>> = {
  running: "runs",
  passed: "passed",
  failed: "failed",
  lost: "has no result",
};
const MOST = 3;

/** `test failed, lint passed (stale)`; empty if no check has run. */
export function checkWords(checks: readonly PaneCheck[] = []): string {
  const words = checks.map(
    ({ name, state, is_stale }) => `${name} ${WORDS[state]}${is_stale && state !== "running" ? " (stale)" : ""}`,
  );
  const left = words.length - MOST;
  return [...words.slice(0, MOST), ...(left > 0 ? [`${left} more`] : [])].join(", ");
}
