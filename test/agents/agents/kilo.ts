import type { Agent } from "../agent.ts";
import { furnishAs, opencode, switchesOff } from "./opencode.ts";

/** Made from OpenCode, and driven like it. */
export const kilo: Agent = {
  ...opencode,
  name: "kilo",
  label: "Kilo CLI",
  package: "@kilocode/cli",
  // the newest with a binary on the registry
  version: "7.7.7",
  older: { version: "7.7.2" },
  companion: { package: "@kilocode/plugin", standIn: "7.3.1" },
  furnish: furnishAs("kilo"),
  launch: () => ({
    env: { ...switchesOff("KILO"), KILO_DISABLE_SESSION_INGEST: "1", KILO_TELEMETRY_LEVEL: "off" },
    args: [],
  }),
  whenCut: "gives-up",
  keys: {
    ...opencode.keys,
    // a denial has a second dialog, for its reason
    deny: ["Right", "Right", "Enter", "Enter"],
    cancelApproval: ["Escape", "Enter"],
  },
};
