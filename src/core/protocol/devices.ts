import { z } from "zod";
import { Millis } from "./time.ts";

/** A browser that may act: it holds a key, of which the daemon knows the hash. */
export const DeviceItem = z.object({
  id: z.string(),
  /** What it says it is, such as "Safari on iPhone". */
  name: z.string(),
  created_at: Millis,
  last_seen_at: Millis,
  /** Whether it is the one that asks. */
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

/** A link that lets one device in, once. */
export const PairingLink = z.object({
  schema_version: z.literal(1),
  code: z.string(),
  link: z.string(),
  expires_at: Millis,
});
export type PairingLink = z.infer<typeof PairingLink>;

export const PairRequest = z.strictObject({ code: z.string().min(1).max(100) });
export type PairRequest = z.infer<typeof PairRequest>;

/** The key is told this once. */
export const Paired = z.object({ schema_version: z.literal(1), key: z.string(), device: DeviceItem });
export type Paired = z.infer<typeof Paired>;

const Nonce = z.string().regex(/^[a-f0-9]{32}$/);

/** A page asks whoever answers to prove that it knows the page's key, before it shows anything. */
export const GreetRequest = z.strictObject({ key_id: Nonce, nonce: Nonce });
export type GreetRequest = z.infer<typeof GreetRequest>;

/** HMACs as in `core/pairing/greeting-text.ts`, with the SHA-256 of the key as their secret. */
export const Greeting = z.object({
  schema_version: z.literal(1),
  /** Of this run of the daemon. */
  boot: Nonce,
  proof: z.string(),
});
export type Greeting = z.infer<typeof Greeting>;
