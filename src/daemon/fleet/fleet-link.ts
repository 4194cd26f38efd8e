import type { FleetServer } from "../../core/protocol/fleet/fleet.ts";

/** One value of a bucket, as the server has it. */
export interface BucketEntry {
  key: string;
  /** Null if the key was removed. */
  text: string | null;
  /** Identifies this value among all of the bucket. */
  revision: number;
  /** When the server stored it, on the server's clock. */
  at: number;
}

export interface BucketLimits {
  /** Of the whole bucket. */
  maxBytes: number;
  /** Whether its writer may remove keys for good. In a bucket of several writers one could then remove the others'. */
  mayPurge: boolean;
}

export interface BucketListener {
  entry(entry: BucketEntry): void;
  /** Called once, after the last entry that was there when the listening began. */
  ready(): void;
}

/** A connection to a NATS server, as far as the fleet needs it. It never reconnects: whoever uses it begins anew. */
export interface FleetLink {
  readonly server: FleetServer;
  readonly hasJetStream: boolean;
  /** Of one message. */
  readonly maxBytes: number;
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<string>;
  /** Creates the bucket if there is none. */
  openBucket(bucket: string, limits: BucketLimits): Promise<void>;
  /** Without `maxBytes` it has no limit. */
  bytesOf(bucket: string): Promise<{ bytes: number; maxBytes: number | null }>;
  /** Resolves with its revision when the server has stored it. With `upon` only upon this revision; 0 is no value. */
  put(bucket: string, key: string, text: string, upon?: number): Promise<number>;
  /**
   * The last value of every key, as the server has it that decides what is stored. Others of a cluster may have another
   * one, and never notice: after a partition some did.
   */
  read(bucket: string): Promise<Pick<BucketEntry, "key" | "text" | "revision">[]>;
  /** The last value of every key, then every new one. Resolves with how to stop. */
  follow(bucket: string, listener: BucketListener): Promise<() => void>;
  /** Removes a key; listeners hear of it. */
  remove(bucket: string, key: string): Promise<void>;
  /** Removes keys for good, `>` all of them; listeners do not hear of it. */
  purge(bucket: string, key: string): Promise<void>;
  /** Resolves with the answer of whoever listens there; throws if nobody does, or in time. */
  request(subject: string, text: string, timeoutMs: number): Promise<string>;
  /** Answers requests. `reply` is where the answer goes. */
  respond(subject: string, answer: (text: string, subject: string, reply: string) => Promise<string>): void;
  /** Tells whoever listens there, if anybody does. */
  publish(subject: string, bytes: Uint8Array): void;
  /** Resolves with whether the server lets this member listen there. `reply` is empty for what wants no answer. */
  listen(subject: string, hear: (bytes: Uint8Array, subject: string, reply: string) => void): Promise<boolean>;
  /** Whether the server lets this member publish there. */
  mayPublish(subject: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface LinkOptions {
  urls: readonly string[];
  /** The member's name: the server may know its subjects by it. */
  name: string;
  /** Contents of a credentials file, an nkey's seed, or `user:password`; null without any. */
  creds: string | null;
  /** Path of the certificate that signs the server's; null for those of the system. */
  caPath: string | null;
}

/** In a bundle of its own, which only a daemon in a fleet loads. */
export type ConnectLink = (options: LinkOptions) => Promise<FleetLink>;
