import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { Fault } from "../../core/protocol/base/fault.ts";
import type {
  DeviceItem,
  DeviceList,
  DevicesRemoved,
  Greeting,
  GreetRequest,
} from "../../core/protocol/daemon/devices.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import { isProven, keyIdOf, proofOf, readPass } from "./passes.ts";

const DeviceRecord = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  /** Label of our origin when it was admitted; null if it came through the user's proxy. */
  label: z.string().nullable().default(""),
  may_pair: z.boolean().default(false),
  may_make_rules: z.boolean().default(false),
  paired_by: z.string().nullable().default(null),
  /** Hashes of its keys, newest first. */
  hashes: z.array(z.string()),
});
type DeviceRecord = z.infer<typeof DeviceRecord>;

/** Minimum interval between writes of `last_seen_at`. */
const NOTE_EVERY_MS = 60_000;
/** An open tab may still use the previous key. */
const KEYS_KEPT = 2;

/** How a device is admitted. */
export interface DeviceOptions {
  /** Its id, if its cookie identifies a known device. */
  knownId: string | null;
  /** The device that paired it. */
  pairedBy: string | null;
  /** It has opened the dashboard's link, which the user gets on the machine itself. */
  isOwn: boolean;
  /** Null if it comes through the user's proxy, which nobody else can impersonate. */
  label: string | null;
}

/** Admitted browsers. Each has a random key, of which only the hash is stored. */
export class Devices {
  private readonly store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">;
  private readonly clock: Clock;
  private readonly records = new Map<string, DeviceRecord>();
  private readonly onRemoved = new Set<(id: string) => void>();
  /** Makes passes of one run invalid in the next. */
  private readonly boot = randomBytes(16).toString("hex");

  constructor(store: Devices["store"], clock: Clock) {
    this.store = store;
    this.clock = clock;
    for (const text of store.recallAll("device:").values()) {
      const parsed = DeviceRecord.safeParse(JSON.parse(text));
      if (parsed.success) this.records.set(parsed.data.id, parsed.data);
    }
  }

  /** Admits a new device, or gives a known one another key. The key is returned here and never again. */
  admit(name: string, how: Partial<DeviceOptions> = {}): { key: string; id: string } {
    const key = randomBytes(24).toString("hex");
    return { key, id: this.enter(name, [hashOf(key)], how) };
  }

  /** The same without a key: the cookie only allows reading. */
  addReadOnly(name: string, how: Partial<DeviceOptions> = {}): string {
    return this.enter(name, [], how);
  }

  /** Removes devices of other labels: a process that held the daemon's port since could use their keys. */
  keepOnly(label: string): void {
    const old = [...this.records.values()].filter((record) => record.label !== null && record.label !== label);
    if (old.length > 0) this.removeThese(old.map(({ id }) => id));
  }

  mayPair(id: string): boolean {
    return this.records.get(id)?.may_pair ?? false;
  }

  allowPairing(id: string, allowed: boolean): DeviceItem {
    this.keep({ ...this.record(id), may_pair: allowed });
    return this.item(id);
  }

  mayMakeRules(id: string): boolean {
    return this.records.get(id)?.may_make_rules ?? false;
  }

  allowRules(id: string, allowed: boolean): DeviceItem {
    this.keep({ ...this.record(id), may_make_rules: allowed });
    return this.item(id);
  }

  /** Id of the device with this key, or with this pass, which must be valid for this host. */
  holderOf(shown: string, host = ""): string | null {
    const pass = readPass(shown);
    if (pass === null) {
      const shownHash = hashOf(shown);
      return this.find((hash) => hash === shownHash)?.id ?? null;
    }
    const key = this.find((hash) => keyIdOf(hash) === pass.keyId);
    return key !== null && isProven(pass, key.hash, { host, boot: this.boot }) ? key.id : null;
  }

  /** Proves to a page that we know its key, so that it can safely send a pass derived from it. */
  greet({ key_id, nonce }: GreetRequest, host: string): Greeting {
    const key = this.find((hash) => keyIdOf(hash) === key_id);
    if (key === null) throw new Fault("E_DEVICE_NOT_FOUND", "the daemon does not know this device's key");
    const { boot } = this;
    return { schema_version: 1, boot, proof: proofOf(key.hash, { host, boot, nonce }) };
  }

  has(id: string): boolean {
    return this.records.has(id);
  }

  nameOf(id: string | null): string | null {
    return this.records.get(id ?? "")?.name ?? null;
  }

  noteSeen(id: string | null): void {
    const record = this.records.get(id ?? "");
    const now = this.clock.now();
    if (record !== undefined && now - record.last_seen_at >= NOTE_EVERY_MS) this.keep({ ...record, last_seen_at: now });
  }

  item(id: string, currentId: string | null = null): DeviceItem {
    const { hashes, label: _label, ...told } = this.record(id);
    return { ...told, may_act: hashes.length > 0, is_current: id === currentId };
  }

  list(currentId: string | null = null): DeviceList {
    const items = [...this.records.keys()].map((id) => this.item(id, currentId));
    items.sort((a, b) => b.last_seen_at - a.last_seen_at || a.id.localeCompare(b.id));
    return { schema_version: 1, generated_at: this.clock.now(), items };
  }

  /** Also removes the devices that it has paired, recursively. */
  remove(id: string): DevicesRemoved {
    const gone = new Set([this.record(id).id]);
    // iterating a Set includes elements added meanwhile
    for (const each of gone)
      for (const other of this.records.values()) if (other.paired_by === each) gone.add(other.id);
    return this.removeThese([...gone]);
  }

  removeAll(): DevicesRemoved {
    return this.removeThese([...this.records.keys()]);
  }

  /** Calls `listener` with the id of each removed device; returns how to unsubscribe. */
  onRemove(listener: (id: string) => void): () => void {
    this.onRemoved.add(listener);
    return () => void this.onRemoved.delete(listener);
  }

  private enter(
    name: string,
    newest: readonly string[],
    { knownId = null, pairedBy = null, isOwn = false, label = null }: Partial<DeviceOptions>,
  ): string {
    const now = this.clock.now();
    const known = this.records.get(knownId ?? "");
    const id = known?.id ?? randomBytes(4).toString("hex");
    const hashes = [...newest, ...(known?.hashes ?? [])].slice(0, KEYS_KEPT);
    const { may_pair = false, created_at = now, paired_by = pairedBy } = known ?? {};
    const may_make_rules = isOwn || (known?.may_make_rules ?? false);
    this.keep({ id, name, created_at, last_seen_at: now, label, may_pair, may_make_rules, paired_by, hashes });
    return id;
  }

  private removeThese(ids: string[]): DevicesRemoved {
    for (const id of ids) this.records.delete(id);
    for (const id of ids) for (const tell of [...this.onRemoved]) tell(id);
    // last: on a full disk they are refused until the next start, and the caller gets the error
    this.store.transact(() => {
      for (const id of ids) this.store.forget(`device:${id}`);
    });
    return { schema_version: 1, removed: ids };
  }

  private find(fits: (hash: string) => boolean): { id: string; hash: string } | null {
    for (const { id, hashes } of this.records.values()) {
      const hash = hashes.find(fits);
      if (hash !== undefined) return { id, hash };
    }
    return null;
  }

  private record(id: string): DeviceRecord {
    const record = this.records.get(id);
    if (record !== undefined) return record;
    throw new Fault("E_DEVICE_NOT_FOUND", `there is no device ${id}; 'agtmux devices' lists them`, { device: id });
  }

  /** A device is admitted even if it cannot be stored; then only until the next start. */
  private keep(record: DeviceRecord): void {
    this.records.set(record.id, record);
    try {
      this.store.transact(() => this.store.remember(`device:${record.id}`, JSON.stringify(record)));
    } catch {
      // the intake reports a failing store
    }
  }
}

/** Keys are long and random: they cannot be guessed and need no salt. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
