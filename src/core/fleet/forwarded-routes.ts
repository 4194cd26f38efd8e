import type { Share } from "../protocol/fleet/fleet.ts";
import { MemberRole } from "../protocol/fleet/member-request.ts";

/** The role that another member needs for a request here, and how much we must share for it. */
export interface Need {
  role: MemberRole;
  /** The least that the member must share. */
  share: Share;
}

/** The requests that members do for each other. */
const FORWARDED: Readonly<Record<string, Need>> = {
  "POST /v1/actions/snapshot": { role: "look", share: "words" },
  "GET /v1/explain": { role: "look", share: "words" },
  "POST /v1/actions/view-output": { role: "look", share: "output" },
  "POST /v1/actions/diff": { role: "look", share: "output" },
  "POST /v1/conversation": { role: "look", share: "output" },
  "GET /v1/questions": { role: "look", share: "words" },
  "POST /v1/questions/answer": { role: "answer", share: "state" },
  "POST /v1/attention": { role: "answer", share: "state" },
  "POST /v1/attention/snooze": { role: "answer", share: "state" },
  "POST /v1/attention/claim": { role: "answer", share: "state" },
  "POST /v1/attention/tell": { role: "answer", share: "state" },
  "POST /v1/actions/send": { role: "send", share: "state" },
  "POST /v1/actions/complete": { role: "send", share: "state" },
  "POST /v1/actions/interrupt": { role: "send", share: "state" },
  "POST /v1/actions/kill": { role: "spawn", share: "state" },
  "POST /v1/spawn": { role: "spawn", share: "state" },
  "POST /v1/dispose": { role: "spawn", share: "state" },
};

/** The roles that a member has by such a list; null if the list is not known. */
export function rolesOf(member: string, allow: readonly string[] | undefined): MemberRole[] | null {
  if (allow === undefined) return null;
  return MemberRole.options.filter((role) => allow.includes(role) || allow.includes(`${member}:${role}`));
}

const SHARES: readonly Share[] = ["state", "words", "output"];

/** Null for requests that no member does for another. */
export function needOf(method: string, path: string): Need | null {
  const name = `${method} ${path.split("?")[0]}`;
  return Object.hasOwn(FORWARDED, name) ? (FORWARDED[name] ?? null) : null;
}

/**
 * Why a member may not ask for this; null if it may. `allow` has roles that everybody has (`look`), and roles of single
 * members (`ann:send`).
 */
export function refusalFor(need: Need, from: string, allow: readonly string[], share: Share): string | null {
  if (!rolesOf(from, allow)?.includes(need.role))
    return `${from} may not ${need.role} here: '--allow ${from}:${need.role}' there would let it`;
  if (SHARES.indexOf(share) < SHARES.indexOf(need.share))
    return `share = "${share}" keeps this here: it needs share = "${need.share}"`;
  return null;
}
