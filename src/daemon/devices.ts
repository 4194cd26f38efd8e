import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { DeviceItem, DeviceList, DevicesRemoved } from "../core/protocol/devices.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Clock } from "./clock.ts";
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

  /** The id of the device that holds this key. */
  holderOf(key: string): string | null {
    const hash = hashOf(key);
    for (const { id, hashes } of this.records.values()) if (hashes.includes(hash)) return id;
    return null;
  }

  has(id: string): boolean {
    return this.records.has(id);
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
