import { type Asker, rolesOf } from "../protocol/fleet/allowances.ts";
import type { Share } from "../protocol/fleet/fleet.ts";
import type { MemberRole } from "../protocol/fleet/member-request.ts";

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
  "POST /v1/terminal": { role: "look", share: "output" },
  "GET /v1/questions": { role: "look", share: "words" },
  "GET /v1/usage": { role: "look", share: "words" },
  "GET /v1/audit": { role: "look", share: "output" },
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

const SHARES: readonly Share[] = ["state", "words", "output"];

/** Null for requests that no member does for another. */
export function needOf(method: string, path: string): Need | null {
  const name = `${method} ${path.split("?")[0]}`;
  return Object.hasOwn(FORWARDED, name) ? (FORWARDED[name] ?? null) : null;
}

/** The member that is asked, and what it allows. */
export interface Allowing {
  ownName: string;
  allow: readonly string[];
  share: Share;
}

/** Why this may not be asked for; null if it may. */
export function refusalFor(need: Need, from: Asker, { ownName, allow, share }: Allowing): string | null {
  if (!rolesOf(from, allow)?.includes(need.role)) {
    const name = from.person === null ? from.member : `@${from.person}`;
    return `${name} may not ${need.role} on ${ownName}: '--allow ${name}:${need.role}' there would let it`;
  }
  if (SHARES.indexOf(share) < SHARES.indexOf(need.share))
    return `${ownName} does not share this: it has share = "${share}", and this needs share = "${need.share}"`;
  return null;
}
