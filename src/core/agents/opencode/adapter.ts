import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";

export const opencode: Adapter = {
  contract: CONTRACT,
  name: "opencode",
  label: "OpenCode",
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  identify,
  normalize: normalizeBy(DIALECT),
};
