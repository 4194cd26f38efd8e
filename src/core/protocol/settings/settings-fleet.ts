import { z } from "zod";
import { Span } from "../base/span.ts";
import { withoutTeams } from "../fleet/allowances.ts";
import { MemberName, Share } from "../fleet/fleet.ts";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

/** No user and password: config.toml is no place for secrets. */
const NatsUrl = z
  .string()
  .regex(
    /^(nats|tls):\/\/[^/@\s]+$/,
    "an address such as nats://hub:4222 or tls://hub:4222, without user and password",
  );

const MOST_ALLOWANCES = 1_000;

/** A role for everybody in the fleet, for one member, or for a person or team. */
const Allowance = z
  .string()
  .regex(
    /^(@?[a-z0-9][a-z0-9_-]{0,31}:)?(look|answer|send|spawn)$/,
    "look, answer, send or spawn, for one member as in laptop:send, for a person or team as in @ann:send",
  );

const TeamMember = z
  .string()
  .regex(/^@?[a-z0-9][a-z0-9_-]{0,31}$/, "a member such as laptop, or a person such as @ann");

const FleetTable = z
  .strictObject({
    url: z.union([NatsUrl, z.array(NatsUrl).min(1)]).transform((urls) => [urls].flat()),
    name: MemberName,
    creds: z.string().min(1).optional(),
    ca: z.string().min(1).optional(),
    share: Share.default("words"),
    allow: z.array(Allowance).default(["look"]),
    person: MemberName.optional(),
    teams: z.record(MemberName, z.array(TeamMember)).default({}),
    beat: Span.pipe(z.number().min(100).max(3_600_000)).default(5_000),
  })
  .superRefine(({ allow, teams }, context) => {
    const nested = Object.entries(teams).find(([, names]) => names.some((name) => Object.hasOwn(teams, name.slice(1))));
    if (nested !== undefined)
      context.addIssue({
        code: "custom",
        path: ["teams", nested[0]],
        message: "a team has members and persons, no teams",
      });
    if (withoutTeams(allow, teams).length > MOST_ALLOWANCES)
      context.addIssue({ code: "custom", path: ["allow"], message: `these are more than ${MOST_ALLOWANCES} roles` });
  });
export type FleetSettings = z.infer<typeof FleetTable>;

export type FleetResult = { ok: true; fleet: FleetSettings | null } | { ok: false; faults: TableFault[] };

/** Parses the table `fleet`; null if there is none. */
export function readFleet(table: unknown): FleetResult {
  if (table === undefined) return { ok: true, fleet: null };
  const parsed = FleetTable.safeParse(table);
  if (parsed.success) return { ok: true, fleet: parsed.data };
  const faults = parsed.error.issues.map((issue) => ({
    words: `${["fleet", ...issue.path].map(String).join(".")}: ${issue.message}`,
    path: ["fleet", ...pathOfIssue(issue)],
  }));
  return { ok: false, faults };
}

const MEANINGS: Record<keyof FleetSettings, string> = {
  url: "servers of the fleet, where this daemon tells the others of its panes",
  name: "this daemon's name in the fleet",
  creds: "file with the key for the server",
  ca: "file with the certificate that signs the server's",
  share: "what the others are told: state, words or output",
  allow: "what others may do here: look, answer, send, spawn; of one member laptop:send, of a person or team @ann:send",
  person: "whose member this is, as the server's rules have it",
  teams: "who is in a team: members, and persons as @ann",
  beat: "how often the others are told that this daemon is there",
};

/** One line for each setting that there is. */
export function fleetRows(fleet: FleetSettings | null): { name: string; value: string; does: string }[] {
  return Object.entries(fleet ?? {}).map(([key, value]) => ({
    name: `fleet.${key}`,
    value: key === "beat" ? `${value}ms` : wordsOf(value),
    does: MEANINGS[key as keyof FleetSettings],
  }));
}

function wordsOf(value: FleetSettings[keyof FleetSettings]): string {
  if (typeof value !== "object" || Array.isArray(value)) return [value].flat().join(", ");
  return Object.entries(value)
    .map(([team, names]) => `${team}: ${names.join(", ")}`)
    .join("; ");
}
