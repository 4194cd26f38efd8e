import { z } from "zod";
import { Millis } from "../base/time.ts";

/** A paired browser: it holds a key, of which the daemon stores the hash. */
export const DeviceItem = z.object({
  id: z.string(),
  /** Its own description, such as "Safari on iPhone". */
  name: z.string(),
  created_at: Millis,
  last_seen_at: Millis,
  /** False if it opened the dashboard as 127.0.0.1 without accepting the risk: it may only look. */
  may_act: z.boolean(),
  /** Whether it may pair other devices; granted by the user. */
  may_pair: z.boolean(),
  /** Whether it may make and remove rules; a browser of this machine may, another one if the user grants it. */
  may_make_rules: z.boolean(),
  /** The device that paired it, and with which it is removed; null if the user did. */
  paired_by: z.string().nullable(),
  /** Whether it is the requesting device. */
  is_current: z.boolean(),
});
export type DeviceItem = z.infer<typeof DeviceItem>;

export const DeviceList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(DeviceItem),
});
export type DeviceList = z.infer<typeof DeviceList>;

export const DevicesRemoved = z.object({ schema_version: z.literal(1), removed: z.array(z.string()) });
export type DevicesRemoved = z.infer<typeof DevicesRemoved>;

export const DeviceRight = z.strictObject({ allowed: z.boolean() });
export type DeviceRight = z.infer<typeof DeviceRight>;

/** A link that pairs one device, once. */
export const PairingLink = z.object({
  schema_version: z.literal(1),
  code: z.string(),
  link: z.string(),
  /** For browsers that cannot resolve that name: as 127.0.0.1 they may only look unless the person accepts the risk. */
  plain_link: z.string().nullable(),
  expires_at: Millis,
});
export type PairingLink = z.infer<typeof PairingLink>;

export const PairRequest = z.strictObject({
  code: z.string().min(1).max(100),
  /** Required to get a key as 127.0.0.1: a program that takes the daemon's port while it is down could use that key. */
  accepts_risk: z.boolean().default(false),
});
export type PairRequest = z.input<typeof PairRequest>;

/** The key is sent only this once; null for a device that may only look. */
export const Paired = z.object({ schema_version: z.literal(1), key: z.string().nullable(), device: DeviceItem });
export type Paired = z.infer<typeof Paired>;

/** The token was replaced; everything granted with the old one is revoked. */
export const TokenRotated = z.object({ schema_version: z.literal(1), removed: z.array(z.string()) });
export type TokenRotated = z.infer<typeof TokenRotated>;

const Nonce = z.string().regex(/^[a-f0-9]{32}$/);

/** A page asks the daemon to prove that it knows the page's key, before it sends anything secret. */
export const GreetRequest = z.strictObject({ key_id: Nonce, nonce: Nonce });
export type GreetRequest = z.infer<typeof GreetRequest>;

/** HMACs as in `core/pairing/greeting-text.ts`; their secret is the SHA-256 of the key. */
export const Greeting = z.object({
  schema_version: z.literal(1),
  /** Identifies this run of the daemon. */
  boot: Nonce,
  proof: z.string(),
});
export type Greeting = z.infer<typeof Greeting>;
