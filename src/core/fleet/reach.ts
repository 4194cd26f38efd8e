import type { MemberItem } from "../protocol/fleet/fleet.ts";
import type { PaneIdentity } from "../protocol/lists/lists.ts";
import { isFar } from "./is-far.ts";

/** The commands that reach a pane from here. */
export interface Reach {
  answer: boolean;
  viewOutput: boolean;
  explain: boolean;
}

const ALL: Reach = { answer: true, viewOutput: true, explain: true };

/** By what its member allows and shares. A member that does not say it decides when it is asked. */
export function reachOf(identity: PaneIdentity, members: readonly MemberItem[]): Reach {
  const member = isFar(identity) ? members.find(({ name }) => name === identity.member) : undefined;
  if (member === undefined || member.may === null) return ALL;
  const { may, share } = member;
  return {
    answer: may.includes("answer"),
    viewOutput: may.includes("look") && share === "output",
    explain: may.includes("look") && share !== "state",
  };
}
