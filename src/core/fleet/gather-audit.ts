import type { AuditEntry, AuditList } from "../protocol/actions/actions.ts";
import type { MemberShare } from "../protocol/base/member-share.ts";
import { memberTarget } from "./fleet-names.ts";
import { memberRef } from "./own-ref.ts";

/** A member's answer when it was asked for its audit: the entries, or the reason why there are none. */
export type ToldAudit = MemberShare & { items: readonly AuditEntry[] };

const MAX_ENTRIES = 1_000;

/** One list of what was done at all members, newest first, each entry with its member. */
export function gatherAudit(own: AuditList, ownName: string, others: readonly ToldAudit[]): AuditList {
  const theirs = others.flatMap(({ name, items }) => items.map((item) => placed(item, name)));
  const items = [...own.items.map((item) => ({ ...item, member: ownName })), ...theirs]
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_ENTRIES);
  const refused = items.filter(({ outcome }) => outcome === "refused").length;
  return {
    ...own,
    summary: { actions: items.length, refused },
    items,
    members: [{ name: ownName, error: null }, ...others.map(({ name, error }) => ({ name, error }))],
  };
}

/** Refs and targets of a member have its name here. */
function placed(entry: AuditEntry, member: string): AuditEntry {
  const { ref, target } = entry;
  return {
    ...entry,
    member,
    ref: ref === null ? null : memberRef(ref, member),
    target: target === null ? null : memberTarget(member, target),
  };
}
