import type { MemberShare } from "../../../core/protocol/base/member-share.ts";

/** Members of the fleet whose part of a list is not there, and why. */
export function AbsentMembers({ members = [] }: { members?: readonly MemberShare[] | undefined }) {
  return members.flatMap(({ name, error }) =>
    error === null
      ? []
      : [
          <p key={name} className="quiet-words">
            Without {name}: {error.message}
          </p>,
        ],
  );
}
