import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { REPEATS, resume } from "./resume.ts";

/** None of its events has been observed. */
export const cursor: Adapter = {
  contract: CONTRACT,
  byDocumentation: true,
  name: "cursor",
  label: "Cursor CLI",
  capabilities: {
    event_driven: true,
    // none of its hooks reports an open dialog
    polling_required: true,
    supports_waiting_approval: false,
    supports_waiting_input: false,
    supports_completed: true,
  },
  identify,
  normalize: normalizeBy(DIALECT),
  tellsWordsBy: ["hook"],
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
  repeats: REPEATS,
};
