import type { FleetStatus, MemberItem } from "../../../core/protocol/fleet/fleet.ts";
import { formatAge } from "../../view/format-age.ts";

/** A member's health in words, and what it means for what is shown of it. `cutOffSince`: this daemon has no connection to the server. */
export function memberWords(
  { name, health, last_heard, is_own }: MemberItem,
  now: number,
  cutOffSince: number | null = null,
): { symbol: string; words: string; meaning: string } {
  const age = last_heard === null ? "" : formatAge(now - last_heard);
  if (is_own && cutOffSince !== null)
    return {
      symbol: "✕",
      words: `Cut off for ${formatAge(now - cutOffSince)}`,
      meaning: "The others cannot see its agents, nor it theirs, until it is connected again.",
    };
  switch (health) {
    case "ok":
      return { symbol: "✓", words: is_own ? "Here" : `Heard ${age} ago`, meaning: "" };
    case "silent":
      return {
        symbol: "✕",
        words: `Silent for ${age}`,
        meaning: `Its agents show as unknown until ${name} is heard again. If it will not come back, it can be forgotten:`,
      };
    case "too_old":
    case "too_new":
      return {
        symbol: "!",
        words: health === "too_old" ? "Too old" : "Too new",
        meaning: `Its agtmux and this one do not fit: its agents show as unknown until the older of both is updated.`,
      };
    default:
      return health satisfies never;
  }
}

export function mayWords({ may }: MemberItem): string {
  if (may === null) return "it does not say";
  return may.length === 0 ? "nothing" : may.join(", ");
}

/** How this daemon is connected. */
export function serverWords({ name, server, error, urls }: FleetStatus): string {
  if (server === null) return `${name} is not connected to ${urls.join(", ")}: ${error?.message ?? "it is connecting"}`;
  const how = server.is_encrypted ? "encrypted" : "not encrypted";
  return `${name} is connected to nats-server ${server.version} at ${server.address}, ${how}.`;
}
