/** Names from other programs, and our command that does the same. */
const ELSEWHERE: Record<string, string> = {
  cancel: "interrupt <ref>",
  capture: "view-output <ref>",
  dashboard: "daemon status",
  delete: "dispose <ref>",
  focus: "attach <ref>",
  go: "attach <ref>",
  goto: "attach <ref>",
  jump: "attach <ref>",
  log: "audit",
  logs: "audit",
  ls: "list panes",
  new: "spawn --agent NAME",
  open: "attach <ref>",
  output: "view-output <ref>",
  panes: "list panes",
  ps: "list panes",
  quit: "daemon stop",
  remove: "dispose <ref>",
  reply: 'send <ref> --text "…"',
  rm: "dispose <ref>",
  sessions: "list sessions",
  start: "daemon start",
  status: "list panes",
  stop: "interrupt <ref>",
  switch: "attach <ref>",
  tail: "view-output <ref>",
  tell: 'send <ref> --text "…"',
  top: "watch",
  type: 'send <ref> --text "…"',
  version: "--version",
  web: "daemon status",
  windows: "list windows",
};

const MAX_MISTAKES = 2;

/** The command that was probably meant: a synonym, a prefix or a typing mistake. */
export function suggestion(word: string, names: readonly string[]): string | null {
  const lower = word.toLowerCase();
  if (Object.hasOwn(ELSEWHERE, lower)) return ELSEWHERE[lower] ?? null;
  const begun = lower.length > 1 ? names.find((name) => name.startsWith(lower)) : undefined;
  if (begun !== undefined) return begun;
  const [nearest] = names
    .map((name) => ({ name, mistakes: distance(lower, name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.min(MAX_MISTAKES, Math.floor(name.length / 2)))
    .sort((a, b) => a.mistakes - b.mistakes);
  return nearest?.name ?? null;
}

/** Edit distance: letters inserted, deleted, replaced, or swapped with a neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const [before = [], twoBefore = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const ways = [(row[j - 1] ?? 0) + 1, (before[j] ?? 0) + 1, (before[j - 1] ?? 0) + (same ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push((twoBefore[j - 2] ?? 0) + 1);
      row.push(Math.min(...ways));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
