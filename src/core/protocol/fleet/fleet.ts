import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { Millis } from "../base/time.ts";
import { DoctorCheck } from "../daemon/targets.ts";
import { MemberRole } from "./member-request.ts";

/** The form in which members tell each other of themselves; raised when an older agtmux could misread a newer one. */
export const FLEET_VERSION = 1;
/** Members of an older version are listed, and their panes are not read. */
export const OLDEST_FLEET_VERSION = 1;

/** Also part of subjects and bucket names of NATS, and of refs: no dot. */
export const MemberName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, "a member's name has up to 32 of a-z, 0-9, _ and -, and begins with a-z or 0-9");

/** How much of its panes a member tells the others: states only, also words and titles, also output on request. */
export const Share = z.enum(["state", "words", "output"]);
export type Share = z.infer<typeof Share>;

/** A member's record, which it renews at every beat. Unknown fields are of newer versions. */
export const MemberRecord = z.looseObject({
  /** `FLEET_VERSION` of the sender, and the oldest one that can read it. */
  fleet_version: z.number().int().positive(),
  readable_by: z.number().int().positive(),
  /** Tells two daemons apart that were given the same name. */
  member_id: z.string().min(1).max(64),
  agtmux_version: z.string().max(64),
  log_epoch: z.string().max(64),
  /** Counts the databases that this member has had. */
  generation: z.number().int().nonnegative(),
  /** How often it says this, in milliseconds. */
  beat_ms: z.number().int().min(100).max(3_600_000),
  share: Share,
  /** The roles that other members have there, such as `answer`; older versions do not send it. */
  allow: z.array(z.string().max(64)).max(1_000).optional(),
  /** The revision of its newest row: a reader that has none as new is behind. Older versions do not send it. */
  revision: z.number().int().nonnegative().optional(),
  /** The numbers of the changes of all its rows, added up: a reader with this newest row and another sum has missed one. */
  sum: z.number().int().nonnegative().optional(),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

export const MemberHealth = z.enum(["ok", "silent", "too_old", "too_new"]);

export const MemberItem = z.object({
  name: MemberName,
  /** Whether it is the daemon that was asked. */
  is_own: z.boolean(),
  /** silent: nothing was heard of it for three of its beats. too_old, too_new: its agtmux and this one do not fit. */
  health: MemberHealth,
  agtmux_version: z.string(),
  share: Share,
  /** What this daemon may do there; null if the member does not say it. */
  may: z.array(MemberRole).nullable(),
  /** When it was last heard, on this daemon's clock. */
  last_heard: Millis.nullable(),
  /** How many of its panes are known here. */
  panes: z.number().int().nonnegative(),
});
export type MemberItem = z.infer<typeof MemberItem>;

export const FleetServer = z.object({
  name: z.string(),
  version: z.string(),
  /** Host and port. */
  address: z.string(),
  is_encrypted: z.boolean(),
});
export type FleetServer = z.infer<typeof FleetServer>;

/** How much of what it may store a bucket of the server has. */
export const BucketUse = z.object({
  bucket: z.string(),
  bytes: z.number().int().nonnegative(),
  max_bytes: z.number().int().positive(),
});
export type BucketUse = z.infer<typeof BucketUse>;

export const FleetStatus = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  /** This daemon's name in the fleet; null if it is in none. */
  name: MemberName.nullable(),
  urls: z.array(z.string()),
  share: Share.nullable(),
  /** Null while there is no connection. */
  server: FleetServer.nullable(),
  /** Why there is no connection. */
  error: ErrorBody.nullable(),
  /** Since when it is connected, or not. */
  since: Millis.nullable(),
  /** Panes that the server has from us, and changes that it has not acknowledged yet. */
  published: z.number().int().nonnegative(),
  waiting: z.number().int().nonnegative(),
  /** The bucket of records and our own, as of the last minute; empty while there is no connection. */
  storage: z.array(BucketUse),
  members: z.array(MemberItem),
});
export type FleetStatus = z.infer<typeof FleetStatus>;

/** Makes the buckets of these members, which only the server's admin may do where its rules are in force. */
export const NewBuckets = z.strictObject({
  names: z.array(MemberName).min(1),
  /** Path of the admin's credentials; null for those of this daemon. */
  creds: z.string().min(1).nullable().default(null),
});
export type NewBuckets = z.infer<typeof NewBuckets>;

/** Removes what the server has of a member that is gone for good. */
export const ForgetRequest = z.strictObject({
  name: MemberName,
  /** Path of the admin's credentials; null for those of this daemon. */
  creds: z.string().min(1).nullable().default(null),
});
export type ForgetRequest = z.output<typeof ForgetRequest>;

export const FleetReport = z.object({ ok: z.boolean(), checks: z.array(DoctorCheck) });
export type FleetReport = z.infer<typeof FleetReport>;
