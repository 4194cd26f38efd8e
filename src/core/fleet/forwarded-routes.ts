import type { ActionName } from "../protocol/actions/actions.ts";
import { type Asker, rolesOf } from "../protocol/fleet/allowances.ts";
import type { Share } from "../protocol/fleet/fleet.ts";
import type { MemberRole } from "../protocol/fleet/member-request.ts";

/** The role that another member needs for a request here, and how much we must share for it. */
export interface Need {
  role: MemberRole;
  /** The verb of the request, if it is not that of the role. */
  does?: string;
  /** The least that the member must share. */
  share: Share;
  /** Its name in the audit; requests that only look have none. */
  action?: ActionName;
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
  "POST /v1/questions/answer": { role: "answer", share: "state", action: "answer" },
  "POST /v1/attention": { role: "answer", does: "mark anything as seen", share: "state" },
  "POST /v1/attention/snooze": { role: "answer", does: "put anything off", share: "state" },
  "POST /v1/attention/claim": { role: "answer", share: "state" },
  "POST /v1/attention/tell": { role: "answer", share: "state" },
  "POST /v1/actions/send": { role: "send", share: "state", action: "send" },
  "POST /v1/actions/complete": { role: "send", does: "complete", share: "state", action: "complete" },
  "POST /v1/actions/interrupt": { role: "send", does: "interrupt", share: "state", action: "interrupt" },
  "POST /v1/actions/kill": { role: "spawn", does: "kill", share: "state", action: "kill" },
  "POST /v1/spawn": { role: "spawn", share: "state", action: "spawn" },
  "POST /v1/dispose": { role: "spawn", does: "dispose", share: "state", action: "dispose" },
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

/** Why this may not be asked for, and the command that would let it; null if it may. */
export function refusalFor({ role, does, share: least }: Need, from: Asker, allowing: Allowing): string | null {
  const lack = lackOf([role], does ?? role, from, allowing);
  if (lack !== null) return lack;
  const { ownName, share } = allowing;
  if (SHARES.indexOf(share) >= SHARES.indexOf(least)) return null;
  const words = `it has share = "${share}", and this needs share = "${least}"`;
  return `${ownName} does not share this: ${words}; run 'agtmux fleet join --share ${least}' on ${ownName} to let it`;
}

/** The same for what needs all of these roles. */
export function lackOf(
  roles: readonly MemberRole[],
  does: string,
  from: Asker,
  { ownName, allow }: Pick<Allowing, "ownName" | "allow">,
): string | null {
  const has = rolesOf(from, allow);
  const missing = roles.filter((role) => !has?.includes(role));
  if (missing.length === 0) return null;
  const name = from.person === null ? from.member : `@${from.person}`;
  const needs = missing.join() === does ? "" : `, which needs the role ${missing.join(" and the role ")} there`;
  const added = missing.map((role) => `+${name}:${role}`).join();
  return `${name} may not ${does} on ${ownName}${needs}: run 'agtmux fleet join --allow ${added}' on ${ownName} to let it`;
}
