import { type Adapter, CONTRACT, isCompatible } from "./adapter.ts";
import { claude } from "./claude/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { copilot } from "./copilot/adapter.ts";
import { identify as cursor } from "./cursor/identify.ts";
import { gemini } from "./gemini/adapter.ts";
import { opencode } from "./opencode/adapter.ts";
import type { ProcessFacts } from "./process-facts.ts";

export const AGENTS: readonly Adapter[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  byProcessAlone("cursor", "Cursor CLI", cursor),
].filter(({ contract }) => isCompatible(contract));

/** Who speaks under this name, if anybody here knows it. */
export function adapterOf(name: string): Adapter | null {
  return AGENTS.find((agent) => agent.name === name) ?? null;
}

/** The name of the agent that this very process is, whatever runs above or under it. */
export function agentOf(process: ProcessFacts): string | null {
  return AGENTS.find((agent) => agent.identify(process))?.name ?? null;
}

function byProcessAlone(name: string, label: string, identify: Adapter["identify"]): Adapter {
  const capabilities = {
    event_driven: false,
    polling_required: true,
    supports_waiting_approval: false,
    supports_waiting_input: false,
    supports_completed: false,
  };
  return { contract: CONTRACT, name, label, capabilities, identify };
}
