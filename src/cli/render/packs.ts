import type { AgentChange } from "../../core/pack/pack-changes.ts";
import type { Look } from "./panes.ts";
import { paint, plain } from "./words.ts";

export interface ShownUpdate {
  /** The pack in use; null if agtmux's own files are. */
  version: number | null;
  agents: AgentChange[];
  /** Agents of the pack that are not taken from it. */
  left: { name: string; why: string }[];
}

/** The changes that a pack made, agent by agent. */
export function renderPackChanges({ version, agents, left }: ShownUpdate, { colour }: Look): string {
  const changes = agents.filter(({ kind }) => kind !== "same");
  return [
    paint(version === null ? "no pack is in use: agtmux's own files are" : `pack ${version} is in use`, "1", colour),
    ...changes.flatMap(linesOf),
    ...(changes.length === 0 ? ["nothing is read differently"] : []),
    ...left.map(({ name, why }) => `${name}: left as it is: ${plain(why)}`),
    "'agtmux daemon restart' puts it into use",
  ].join("\n");
}

function linesOf({ name, kind, newest, cues }: AgentChange): string[] {
  const versions = newest.before === newest.after ? newest.after : `${newest.before ?? "-"} → ${newest.after ?? "-"}`;
  const words = (does: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${does}: ${names.map(plain).join(", ")}`];
  return [
    `${name}: ${kind}, read up to version ${versions}`,
    ...(kind === "changed"
      ? [
          ...words("cues added", cues.added),
          ...words("cues removed", cues.removed),
          ...words("cues changed", cues.changed),
        ]
      : []),
  ];
}
