import { z } from "zod";
import { Span } from "../base/span.ts";
import { MemberName, Share } from "../fleet/fleet.ts";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

/** No user and password: config.toml is no place for secrets. */
const NatsUrl = z
  .string()
  .regex(
    /^(nats|tls):\/\/[^/@\s]+$/,
    "an address such as nats://hub:4222 or tls://hub:4222, without user and password",
  );

/** A role for everybody in the fleet, or for one member. */
const Allowance = z
  .string()
  .regex(
    /^([a-z0-9][a-z0-9_-]{0,31}:)?(look|answer|send|spawn)$/,
    "look, answer, send or spawn, for one member as in ann:send",
  );

const FleetTable = z.strictObject({
  url: z.union([NatsUrl, z.array(NatsUrl).min(1)]).transform((urls) => [urls].flat()),
  name: MemberName,
  creds: z.string().min(1).optional(),
  ca: z.string().min(1).optional(),
  share: Share.default("words"),
  allow: z.array(Allowance).default(["look"]),
  beat: Span.pipe(z.number().min(100).max(3_600_000)).default(5_000),
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
  allow: "what others may do here: look, answer, send, spawn; of one member ann:send",
  beat: "how often the others are told that this daemon is there",
};

/** One line for each setting that there is. */
export function fleetRows(fleet: FleetSettings | null): { name: string; value: string; does: string }[] {
  return Object.entries(fleet ?? {}).map(([key, value]) => ({
    name: `fleet.${key}`,
    value: key === "beat" ? `${value}ms` : [value].flat().join(", "),
    does: MEANINGS[key as keyof FleetSettings],
  }));
}
