import { type Adapter, isCompatible } from "../adapter/adapter.ts";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import { claude } from "./claude/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { copilot } from "./copilot/adapter.ts";
import { cursor } from "./cursor/adapter.ts";
import { gemini } from "./gemini/adapter.ts";
import { opencode } from "./opencode/adapter.ts";

/** All adapters. One that was written for another version of the interface is listed but not used. */
export const REGISTERED: readonly Adapter[] = [claude, codex, gemini, copilot, opencode, cursor];

export const AGENTS: readonly Adapter[] = REGISTERED.filter(({ contract }) => isCompatible(contract));

/** The adapter of this name, or null. */
export function adapterOf(name: string): Adapter | null {
  return AGENTS.find((agent) => agent.name === name) ?? null;
}

/** The agent that this process itself is, regardless of its parents and children. */
export function agentOf(process: ProcessFacts): string | null {
  return agentAmong(AGENTS, process);
}

export function agentAmong(agents: readonly Adapter[], process: ProcessFacts): string | null {
  return agents.find((agent) => agent.identify(process))?.name ?? null;
}
