import type { AgentFile } from "../agent-file/agent-file.ts";

/** The changes of one agent by a pack. */
export interface AgentChange {
  name: string;
  kind: "new" | "changed" | "same" | "gone";
  /** The newest version that was seen, before and after. */
  newest: { before: string | null; after: string | null };
  cues: { added: string[]; removed: string[]; changed: string[] };
}

/** Compares the files that were in use with those that will be. */
export function packChanges(before: readonly AgentFile[], after: readonly AgentFile[]): AgentChange[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.map((name) => {
    const [old, now] = [before, after].map((files) => files.find((file) => file.name === name));
    return {
      name,
      kind: old === undefined ? "new" : now === undefined ? "gone" : isSame(old, now) ? "same" : "changed",
      newest: { before: old?.newest ?? null, after: now?.newest ?? null },
      cues: cueChanges(old, now),
    };
  });
}

function cueChanges(old: AgentFile | undefined, now: AgentFile | undefined): AgentChange["cues"] {
  const [before, after] = [old?.cues ?? [], now?.cues ?? []];
  const find = (cues: typeof before, name: string) => cues.find((cue) => cue.name === name);
  return {
    added: after.filter(({ name }) => find(before, name) === undefined).map(({ name }) => name),
    removed: before.filter(({ name }) => find(after, name) === undefined).map(({ name }) => name),
    changed: after
      .filter((cue) => {
        const earlier = find(before, cue.name);
        return earlier !== undefined && !isSame(earlier, cue);
      })
      .map(({ name }) => name),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
