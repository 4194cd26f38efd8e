import { identify as claude } from "./claude/identify.ts";
import { identify as codex } from "./codex/identify.ts";
import { identify as copilot } from "./copilot/identify.ts";
import { identify as cursor } from "./cursor/identify.ts";
import { identify as gemini } from "./gemini/identify.ts";
import { identify as opencode } from "./opencode/identify.ts";
import type { ProcessFacts } from "./process-facts.ts";

export interface Agent {
  name: string;
  identify(process: ProcessFacts): boolean;
}

export const AGENTS: readonly Agent[] = [
  { name: "claude", identify: claude },
  { name: "codex", identify: codex },
  { name: "gemini", identify: gemini },
  { name: "copilot", identify: copilot },
  { name: "opencode", identify: opencode },
  { name: "cursor", identify: cursor },
];

/** The name of the agent that this very process is, whatever runs above or under it. */
export function agentOf(process: ProcessFacts): string | null {
  return AGENTS.find((agent) => agent.identify(process))?.name ?? null;
}
