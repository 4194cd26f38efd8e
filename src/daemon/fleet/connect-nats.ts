import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import {
  connect,
  createInbox,
  errors,
  type Msg,
  type NatsConnection,
  nanos,
  nuid,
  PermissionViolationError,
} from "@nats-io/transport-node";
import { authenticatorOf } from "./authenticator-of.ts";
import { notMade, notStored } from "./bucket-faults.ts";
import type { BucketLimits, BucketListener, FleetLink, LinkOptions } from "./fleet-link.ts";
import { inboxOf } from "./fleet-subjects.ts";
import { hedge } from "./hedge.ts";
import { inParts } from "./in-parts.ts";

/** Of each server in turn. */
const CONNECT_MS = 4_000;
const ANSWER_MS = 4_000;
/** A connection that answers none of two pings is dead. */
const PING_MS = 5_000;
/** Whoever feeds a listener may end with one server of a cluster, while our connection is to another one. */
const FEED_BEAT_MS = 2_000;
const FEED_KEPT_MS = 60_000;
/** A cluster may give a feed to a server that hangs: so another one is asked for, which is mostly given to another. */
const FEED_AGAIN_MS = [1_000, 2_500];
/** Where the server is one of a cluster. */
const REPLICAS = 3;
const MAX_VALUE_BYTES = 65_536;
const READ_AT_ONCE = 64;
/** The default limit of a NATS server for one message. */
const USUAL_MAX_BYTES = 1_048_576;

/** Connects to the first server that answers. */
export async function connectNats(options: LinkOptions): Promise<FleetLink> {
  const { urls, name, creds, caPath } = options;
  const isEncrypted = urls.some((url) => url.startsWith("tls://"));
  const nats = await connect({
    servers: [...urls],
    name: `agtmux ${name}`,
    inboxPrefix: inboxOf(name),
    reconnect: false,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(creds !== null && { authenticator: authenticatorOf(creds) }),
    ...(isEncrypted && { tls: caPath === null ? {} : { caFile: caPath } }),
  });
  const { info } = nats;
  let ending = "the connection was closed";
  const endBecause = (why: string) => {
    ending = why;
    return nats.close();
  };
  return {
    server: {
      name: info?.server_name ?? "",
      version: info?.version ?? "",
      address: nats.getServer(),
      is_encrypted: isEncrypted || info?.tls_required === true,
    },
    hasJetStream: info?.jetstream === true,
    maxBytes: info?.max_payload ?? USUAL_MAX_BYTES,
    closed: nats.closed().then((error) => error?.message ?? ending),
    ...bucketsOf(nats, inboxOf(name), endBecause),
    ...subjectsOf(nats),
    close: () => nats.close(),
  };
}

type Buckets = Pick<FleetLink, "openBucket" | "bytesOf" | "put" | "read" | "follow" | "remove" | "purge">;

function bucketsOf(nats: NatsConnection, inbox: string, endBecause: (why: string) => Promise<void>): Buckets {
  const stream = jetstream(nats, { timeout: ANSWER_MS });
  const opened = new Map<string, Promise<KV>>();
  /** Opening asks the server: once is enough. */
  const open = (bucket: string): Promise<KV> => {
    const known = opened.get(bucket) ?? new Kvm(stream).open(bucket);
    opened.set(bucket, known);
    return known;
  };
  const manager = jetstreamManager(nats, { timeout: ANSWER_MS, checkAPI: false });
  return {
    async openBucket(bucket, limits) {
      const { streams } = await manager;
      const known = await streams.info(streamOf(bucket)).catch((error: Error) => missing(error));
      if (known !== null) return;
      const make = (replicas: number) =>
        streams.add({ ...streamConfig(bucket, limits), num_replicas: replicas }).then(() => undefined);
      await make(nats.info?.cluster === undefined ? 1 : REPLICAS)
        .catch((error: Error) => tooFewServers(error) ?? make(1))
        .catch((error: Error) => notMade(bucket, limits, error));
    },
    async bytesOf(bucket) {
      const { state, config } = await (await manager).streams.info(streamOf(bucket));
      return { bytes: state.bytes, maxBytes: config.max_bytes > 0 ? config.max_bytes : null };
    },
    async put(bucket, key, text, upon) {
      const kv = await open(bucket);
      const stored = kv.put(key, text, upon === undefined ? {} : { previousSeq: upon });
      return await stored.catch((error: Error) => notStored(bucket, error));
    },
    async remove(bucket, key) {
      await (await open(bucket)).delete(key);
    },
    async purge(bucket, key) {
      const subject = `$KV.${bucket}.${key}`;
      await (await manager).streams.purge(streamOf(bucket), { filter: subject });
    },
    async read(bucket) {
      const { streams } = await manager;
      const { state } = await streams.info(streamOf(bucket), { subjects_filter: `$KV.${bucket}.>` });
      const subjects = Object.keys(state.subjects ?? {});
      const found = await inParts(subjects, READ_AT_ONCE, (subject) =>
        streams.getMessage(streamOf(bucket), { last_by_subj: subject }),
      );
      return found.flatMap((message) => {
        if (message === null) return [];
        const isRemoved = message.header.has("KV-Operation");
        const key = message.subject.slice(`$KV.${bucket}.`.length);
        return [{ key, text: isRemoved ? null : message.string(), revision: message.seq }];
      });
    },
    follow,
  };

  async function follow(bucket: string, listener: BucketListener): Promise<() => void> {
    const prefix = `$KV.${bucket}.`;
    const { consumers } = await manager;
    const config = {
      deliver_policy: DeliverPolicy.LastPerSubject,
      ack_policy: AckPolicy.None,
      // not an array: that needs server 2.10
      filter_subject: `${prefix}>`,
      flow_control: true,
      idle_heartbeat: nanos(FEED_BEAT_MS),
      inactive_threshold: nanos(FEED_KEPT_MS),
      mem_storage: true,
      num_replicas: 1,
    };
    const addFeed = () =>
      consumers.add(streamOf(bucket), { ...config, name: nuid.next(), deliver_subject: createInbox(inbox) });
    const { name } = await hedge(addFeed, FEED_AGAIN_MS, {
      isSilence: (error) => error instanceof errors.TimeoutError,
      discard: (late) => void consumers.delete(streamOf(bucket), late.name).catch(() => undefined),
    });
    const consumer = await stream.consumers.getPushConsumer(streamOf(bucket), name);
    let isReady = false;
    const beReady = () => {
      if (!isReady) listener.ready();
      isReady = true;
    };
    const before = (await consumer.info(true)).num_pending;
    if (before === 0) beReady();
    const lost = `news of ${bucket} were lost on the way`;
    let heard = 0;
    const messages = await consumer.consume({
      callback(message) {
        heard += 1;
        if (message.info.deliverySequence !== heard) return void endBecause(lost);
        const isRemoved = message.headers?.has("KV-Operation") === true;
        listener.entry({
          key: message.subject.slice(prefix.length),
          text: isRemoved ? null : message.string(),
          revision: message.seq,
          at: Math.floor(message.info.timestampNanos / 1_000_000),
        });
        if (heard >= before || message.info.pending === 0) beReady();
      },
    });
    const watching = (async () => {
      for await (const status of messages.status()) {
        // nothing need follow what was lost: only the server's beat tells of it; it beats when it has told everything
        if (status.type === "heartbeat" && status.lastConsumerSequence > heard) await endBecause(lost);
        else if (status.type === "heartbeat") beReady();
        if (status.type === "heartbeats_missed" || status.type === "consumer_deleted")
          await endBecause(`the server tells no more of ${bucket}`);
      }
    })();
    watching.catch(() => undefined);
    return () => {
      void messages.close();
      consumer.delete().catch(() => undefined);
    };
  }
}

type Subjects = Pick<FleetLink, "request" | "respond" | "publish" | "listen" | "mayPublish">;

function subjectsOf(nats: NatsConnection): Subjects {
  return {
    async request(subject, text, timeoutMs) {
      return (await nats.request(subject, text, { timeout: timeoutMs })).string();
    },
    respond(subject, answer) {
      nats.subscribe(subject, {
        callback(error, message) {
          if (error === null) void reply(message, answer);
        },
      });
    },
    publish(subject, bytes) {
      if (!nats.isClosed()) nats.publish(subject, bytes);
    },
    async listen(subject, hear) {
      let isRefused = false;
      nats.subscribe(subject, {
        callback(error, message) {
          if (error === null) hear(message.data, message.subject, message.reply ?? "");
          else isRefused = true;
        },
      });
      await nats.flush();
      return !isRefused;
    },
    mayPublish: (subject) => mayPublish(nats, subject),
  };
}

type Answer = Parameters<FleetLink["respond"]>[1];

async function reply(message: Msg, answer: Answer): Promise<void> {
  const text = await answer(message.string(), message.subject, message.reply ?? "");
  for (const each of [text, TOO_LONG]) {
    try {
      message.respond(each);
      return;
    } catch {
      // longer than the server takes; or the connection has ended, and nobody waits
    }
  }
}

const TOO_LONG = JSON.stringify({
  status: 400,
  body: JSON.stringify({ code: "E_INVALID_INPUT", message: "the answer is too long: ask for less", details: {} }),
});

function streamOf(bucket: string): string {
  return `KV_${bucket}`;
}

/** As the KV library makes it, except that values are bounded, and that purging is up to us. */
function streamConfig(bucket: string, { maxBytes, mayPurge }: BucketLimits) {
  return {
    name: streamOf(bucket),
    subjects: [`$KV.${bucket}.>`],
    max_msgs_per_subject: 1,
    max_bytes: maxBytes,
    max_msg_size: MAX_VALUE_BYTES,
    discard: DiscardPolicy.New,
    storage: StorageType.File,
    allow_direct: true,
    allow_rollup_hdrs: mayPurge,
    deny_delete: true,
    deny_purge: !mayPurge,
  };
}

/** Null if the cluster has too few servers, or too few of them are there. */
function tooFewServers(error: Error): null {
  if (error instanceof JetStreamApiError) return null;
  throw error;
}

function missing(error: Error): null {
  if (error.name === "StreamNotFoundError") return null;
  throw error;
}

/** The server reports a refusal when it has read what follows: the flush waits for that. */
async function mayPublish(nats: NatsConnection, subject: string): Promise<boolean> {
  let isRefused = false;
  const heard = (async () => {
    for await (const status of nats.status()) {
      if (status.type !== "error" || !(status.error instanceof PermissionViolationError)) continue;
      if (status.error.subject === subject) isRefused = true;
      return;
    }
  })();
  nats.publish(subject);
  await nats.flush();
  await Promise.race([heard, nats.flush()]);
  return !isRefused;
}
