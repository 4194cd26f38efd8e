import { z } from "zod";
import { AdapterCapabilities, UnknownScreens } from "../../core/protocol/daemon/adapters.ts";
import type { Database } from "./database.ts";
import type { AdapterRow, Store } from "./store.ts";
import { readStored } from "./stored-json.ts";
import { upsertSql } from "./upsert-sql.ts";

type AdaptersTable = Pick<Store, "saveAdapter" | "adapters">;

export function adaptersTable(db: Database): AdaptersTable {
  const save = db.prepare(upsertSql("adapters", ["adapter_name"], COLUMNS));
  const all = db.prepare<[], StoredAdapter>("SELECT * FROM adapters ORDER BY adapter_name");

  return {
    saveAdapter: (row) =>
      void save.run({
        ...row,
        enabled: row.enabled ? 1 : 0,
        capabilities: JSON.stringify(row.capabilities),
        unknown_screens: JSON.stringify(row.unknown_screens),
      }),
    adapters: () =>
      all.all().map((row) => ({
        ...row,
        enabled: row.enabled === 1,
        capabilities: readStored(AdapterCapabilities, row.capabilities) ?? NO_CAPABILITIES,
        unknown_screens: readStored(z.array(UnknownScreens), row.unknown_screens) ?? [],
      })),
  };
}

/** Until the adapter itself reports its capabilities. */
const NO_CAPABILITIES: AdapterRow["capabilities"] = {
  event_driven: false,
  polling_required: false,
  supports_waiting_approval: false,
  supports_waiting_input: false,
  supports_completed: false,
};

type StoredAdapter = Omit<AdapterRow, "enabled" | "capabilities" | "unknown_screens"> & {
  enabled: 0 | 1;
  capabilities: string;
  unknown_screens: string;
};

const COLUMNS = [
  "adapter_name",
  "agent_type",
  "version",
  "capabilities",
  "enabled",
  "enabled_since",
  "unknown_screens",
  "updated_at",
] as const satisfies (keyof AdapterRow)[];
