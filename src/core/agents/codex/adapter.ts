import { type Adapter, CONTRACT } from "../adapter.ts";
import { normalizeBy } from "../normalize-by.ts";
import { DIALECT } from "./events.ts";
import { identify } from "./identify.ts";
import { INTEGRATION } from "./integration.ts";
import { LAUNCH } from "./launch.ts";
import { readOsc } from "./osc.ts";
import { resume } from "./resume.ts";
import { ROLLOUT } from "./rollout.ts";
import { readScreen } from "./screen.ts";
import { readTitle } from "./title.ts";

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
  sharesServer: true,
  identify,
  normalize: normalizeBy(DIALECT),
  readTitle,
  readScreen,
  typing: { pastes: /^\?/, swallowedEnd: /(?:^|\s)[@$]\S*$/, pastePlaceholder: /\[Pasted Content \d+ chars\]/ },
  osc: { codes: [7501], read: readOsc },
  secondSources: { rollout: ROLLOUT },
  integration: INTEGRATION,
  launch: LAUNCH,
  resume,
};
