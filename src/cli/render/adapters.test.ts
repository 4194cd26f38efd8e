import { describe, expect, it } from "vitest";
import type { AdapterItem, AdapterList } from "../../core/protocol/daemon/adapters.ts";
import { renderAdapters } from "./adapters.ts";

const ALL = {
  event_driven: true,
  polling_required: false,
  supports_waiting_approval: true,
  supports_waiting_input: true,
  supports_completed: true,
};
const NOTHING = { running: 0, last_event: null, unknown_screens: [] };
const CLAUDE: AdapterItem = {
  name: "claude",
  label: "Claude Code",
  contract: "1.0",
  compatible: true,
  enabled: true,
  capabilities: ALL,
  health: { running: 2, last_event: { at: 1_000, source: "hook" }, unknown_screens: [] },
};

describe("renderAdapters", () => {
  it("[AD4, AD18] a line each: in use or not, how many run, who was last heard, what it can tell, what it could not read", () => {
    const items: AdapterItem[] = [
      CLAUDE,
      {
        ...CLAUDE,
        name: "gemini",
        label: "Gemini",
        enabled: false,
        capabilities: { ...ALL, polling_required: true, supports_waiting_input: false },
        health: {
          ...NOTHING,
          unknown_screens: [
            { version: "0.9\u001b[2J", count: 12 },
            { version: null, count: 1 },
          ],
        },
      },
      { ...CLAUDE, name: "cursor", label: "Cursor", contract: "9.0", compatible: false, health: NOTHING },
    ];
    expect(renderAdapters(listOf(items, 181_000), { columns: null, colour: false }).split("\n")).toEqual([
      "   NAME    AGENT        STATUS              RUNNING  LAST EVENT    TELLS",
      "✓  claude  Claude Code  enabled             2        3m ago, hook  events approval input completed",
      "–  gemini  Gemini       disabled            0        -             events approval completed (its screen is watched)",
      "   unknown screens: 12 (version 0.9⟨U+001B⟩[2J)",
      "   unknown screens: 1 (version not known)",
      "✗  cursor  Cursor       incompatible (9.0)  0        -             events approval input completed",
    ]);
  });

  it("[AD96] an agent that nobody has tried is marked", () => {
    const amp: AdapterItem = { ...CLAUDE, name: "amp", label: "Amp", by_documentation: true, health: NOTHING };
    const shown = renderAdapters(listOf([amp], 2_000), { columns: null, colour: false });
    expect(shown).toContain("(known by its documentation, not tried)");
  });

  it("[CL20] colour is used only where it is wanted", () => {
    expect(renderAdapters(listOf([CLAUDE], 2_000), { columns: 80, colour: true })).toContain("\x1b[32menabled\x1b[0m");
  });
});

function listOf(items: AdapterItem[], generated_at: number): AdapterList {
  return { schema_version: 1, generated_at, items };
}
