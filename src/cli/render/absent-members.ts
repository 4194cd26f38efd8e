import type { MemberShare } from "../../core/protocol/base/member-share.ts";
import { plain } from "./words.ts";

/** Members whose part of a list is not there, and why. */
export function absentLines(members: readonly MemberShare[] = []): string[] {
  return members.flatMap(({ name, error }) => (error === null ? [] : [`without ${name}: ${plain(error.message)}`]));
}
