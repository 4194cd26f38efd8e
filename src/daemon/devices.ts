import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { DeviceItem, DeviceList, DevicesRemoved, Greeting, GreetRequest } from "../core/protocol/devices.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Clock } from "./clock.ts";
import { isProven, keyIdOf, proofOf, readPass } from "./passes.ts";
import type { Store } from "./store/store.ts";

const DeviceRecord = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  /** Of its keys, the newest first. */
  hashes: z.array(z.string()),
});
type DeviceRecord = z.infer<typeof DeviceRecord>;

/** When it was last seen is written this often at most. */
const NOTE_EVERY_MS = 60_000;
/** A tab that is still open may hold the key before. */
const KEYS_KEPT = 2;

/** Browsers that may act. Each holds a random key, of which only the hash is kept here. */
export class Devices {
  private readonly store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">;
  private readonly clock: Clock;
  private readonly records = new Map<string, DeviceRecord>();
  private readonly onRemoved = new Set<(id: string) => void>();
  /** What was given out in one run of the daemon is worth nothing in the next. */
  private readonly boot = randomBytes(16).toString("hex");

  constructor(store: Devices["store"], clock: Clock) {
    this.store = store;
    this.clock = clock;
    for (const text of store.recallAll("device:").values()) {
      const parsed = DeviceRecord.safeParse(JSON.parse(text));
      if (parsed.success) this.records.set(parsed.data.id, parsed.data);
    }
  }

  /** A new device, or another key for one that is known by its id. The key is told here and never again. */
  admit(name: string, knownId: string | null = null): { key: string; id: string } {
    const key = randomBytes(24).toString("hex");
    const now = this.clock.now();
    const known = this.records.get(knownId ?? "");
    const id = known?.id ?? randomBytes(4).toString("hex");
    const hashes = [hashOf(key), ...(known?.hashes ?? [])].slice(0, KEYS_KEPT);
    this.keep({ id, name, created_at: known?.created_at ?? now, last_seen_at: now, hashes });
    return { key, id };
  }

  /** The id of the device that holds this key, or the pass for it that is good under this name of ours. */
  holderOf(shown: string, host = ""): string | null {
    const pass = readPass(shown);
    if (pass === null) {
      const shownHash = hashOf(shown);
      return this.find((hash) => hash === shownHash)?.id ?? null;
    }
    const key = this.find((hash) => keyIdOf(hash) === pass.keyId);
    return key !== null && isProven(pass, key.hash, { host, boot: this.boot }) ? key.id : null;
  }

  /** Proves to a page that we know its key, so that it dares to show what only the two of us can make. */
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
    const { hashes: _hashes, ...told } = this.record(id);
    return { ...told, is_current: id === currentId };
  }

  list(currentId: string | null = null): DeviceList {
    const items = [...this.records.keys()].map((id) => this.item(id, currentId));
    items.sort((a, b) => b.last_seen_at - a.last_seen_at || a.id.localeCompare(b.id));
    return { schema_version: 1, generated_at: this.clock.now(), items };
  }

  remove(id: string): DevicesRemoved {
    return this.removeThese([this.record(id).id]);
  }

  removeAll(): DevicesRemoved {
    return this.removeThese([...this.records.keys()]);
  }

  /** Calls with the id of each device that is removed, until the function it returns is called. */
  onRemove(listener: (id: string) => void): () => void {
    this.onRemoved.add(listener);
    return () => void this.onRemoved.delete(listener);
  }

  private removeThese(ids: string[]): DevicesRemoved {
    for (const id of ids) this.records.delete(id);
    for (const id of ids) for (const tell of [...this.onRemoved]) tell(id);
    // last: on a full disk they are refused until the next start, and whoever removed them hears why not for good
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

  /** What cannot be written now is no reason to turn a device away: it holds until the next start. */
  private keep(record: DeviceRecord): void {
    this.records.set(record.id, record);
    try {
      this.store.transact(() => this.store.remember(`device:${record.id}`, JSON.stringify(record)));
    } catch {
      // the intake tells of a store that takes nothing
    }
  }
}

/** A key is random and long: nobody finds it by trying, and it needs no salt. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
