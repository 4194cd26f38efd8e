import type { TargetItem, TargetKind } from "../../../core/protocol/daemon/targets.ts";
import { formatAge } from "../../view/format-age.ts";

export interface HostWords {
  symbol: string;
  /** The health in a word or two. */
  health: string;
  /** The meaning of the state, and what happens next. */
  words: string;
}

/** A target's health in words: what happened, what it means, what happens next. */
export function hostWords({ name, health, last_seen_at, error, panes }: TargetItem, now: number): HostWords {
  if (health === "ok") return { symbol: "✓", health: "Answers", words: "" };
  const silence = last_seen_at === null ? null : formatAge(now - last_seen_at);
  if (health === "degraded" && error === null)
    return { symbol: "…", health: "Being asked", words: `${name} is being asked how it stands.` };
  if (health === "degraded")
    return {
      symbol: "…",
      health: "Unsteady",
      words: `${silence === null ? `${name} has not answered yet` : `${name} last answered ${silence} ago`}. What is shown of it may be old; it is asked again by itself.`,
    };
  const fact = silence === null ? `${name} has never answered.` : `${name} has not answered for ${silence}.`;
  const meaning = silence === null ? "" : ` ${paneWords(panes)}; nothing was lost.`;
  return {
    symbol: "✕",
    health: "Does not answer",
    words: `${fact}${meaning} It is tried again by itself, at least every 30 s.`,
  };
}

/** `ssh me@vm1`, `this machine, tmux -L play`. */
export function hostPlace({ kind, ssh_target, tmux_socket }: TargetItem): string {
  const machine = machineWords(kind, ssh_target);
  return tmux_socket === null ? machine : `${machine}, tmux -L ${tmux_socket}`;
}

function machineWords(kind: TargetKind, sshTarget: string | null): string {
  switch (kind) {
    case "local":
      return "this machine";
    case "ssh":
      return `ssh ${sshTarget}`;
    default:
      return kind satisfies never;
  }
}

function paneWords(panes: number): string {
  if (panes === 0) return "Its panes are not known";
  return panes === 1 ? "Its pane shows as unknown" : `Its ${panes} panes show as unknown`;
}
