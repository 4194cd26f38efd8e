import { MemberRole } from "./member-request.ts";

/** The asker that the server vouches for: a member, and the person to whom that member belongs. */
export interface Asker {
  member: string;
  /** Null if the member is nobody's. */
  person: string | null;
}

/** The members (`buildbox`) and persons (`@ann`) of each team. */
export type Teams = Readonly<Record<string, readonly string[]>>;

/**
 * The roles that somebody has by such a list; null if the list is not known. It has roles of everybody (`look`), of
 * single members (`laptop:send`) and of persons (`@ann:send`).
 */
export function rolesOf({ member, person }: Asker, allow: readonly string[] | undefined): MemberRole[] | null {
  if (allow === undefined) return null;
  const names = person === null ? [member] : [member, `@${person}`];
  return MemberRole.options.filter(
    (role) => allow.includes(role) || names.some((name) => allow.includes(`${name}:${role}`)),
  );
}

/** The list with each role of a team (`@core:send`) as one of each who is in it. */
export function withoutTeams(allow: readonly string[], teams: Teams): string[] {
  const spread = allow.flatMap((each) => {
    const [, team = "", role = ""] = /^@([^:]+):(.+)$/.exec(each) ?? [];
    return Object.hasOwn(teams, team) ? (teams[team] ?? []).map((name) => `${name}:${role}`) : [each];
  });
  return [...new Set(spread)];
}
