import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { readOsc } from "./osc.ts";
import { ROLLOUT } from "./rollout.ts";

export const codex: Adapter = {
  contract: CONTRACT,
  name: "codex",
  label: "Codex",
  capabilities: {
    event_driven: true,
    polling_required: false,
    supports_waiting_approval: true,
    supports_waiting_input: true,
    supports_completed: true,
  },
  identify,
  normalize: normalizeBy(DIALECT),
  osc: { codes: [7501], read: readOsc },
  secondSources: { rollout: ROLLOUT },
};
