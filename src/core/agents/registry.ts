import { type Adapter, isCompatible } from "../adapter/adapter.ts";
import type { ProcessFacts } from "../adapter/process-facts.ts";
import type { AgentFile } from "../agent-file/agent-file.ts";
import { builtInAgent } from "../agent-file/own-agent.ts";
import aiderFile from "./aider/aider.toml";
import ampFile from "./amp/amp.toml";
import auggieFile from "./auggie/auggie.toml";
import { claude } from "./claude/adapter.ts";
import claudeFile from "./claude/claude.toml";
import clineFile from "./cline/cline.toml";
import { codex } from "./codex/adapter.ts";
import codexFile from "./codex/codex.toml";
import continueFile from "./continue/continue.toml";
import { copilot } from "./copilot/adapter.ts";
import copilotFile from "./copilot/copilot.toml";
import { cursor } from "./cursor/adapter.ts";
import droidFile from "./droid/droid.toml";
import { gemini } from "./gemini/adapter.ts";
import geminiFile from "./gemini/gemini.toml";
import gooseFile from "./goose/goose.toml";
import grokFile from "./grok/grok.toml";
import { kilo } from "./kilo/adapter.ts";
import kiloFile from "./kilo/kilo.toml";
import nanocoderFile from "./nanocoder/nanocoder.toml";
import { opencode } from "./opencode/adapter.ts";
import opencodeFile from "./opencode/opencode.toml";
import { pi } from "./pi/adapter.ts";
import piFile from "./pi/pi.toml";
import { qwen } from "./qwen/adapter.ts";
import qwenFile from "./qwen/qwen.toml";

/** All that is known of these agents is their file. */
const BY_FILE = [continueFile, clineFile, grokFile, nanocoderFile] as AgentFile[];

/** The files of those that nobody has tried: they say what the documentation of these agents says. */
export const BY_DOCUMENTATION = [ampFile, droidFile, auggieFile, gooseFile, aiderFile] as AgentFile[];

/** All agent files that are part of agtmux; a test has checked them. */
export const BUILT_IN_FILES = [
  claudeFile,
  codexFile,
  geminiFile,
  copilotFile,
  opencodeFile,
  kiloFile,
  piFile,
  qwenFile,
  ...BY_FILE,
  ...BY_DOCUMENTATION,
] as AgentFile[];

/** All adapters. One that was written for another version of the interface is listed but not used. */
export const REGISTERED: readonly Adapter[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  kilo,
  pi,
  cursor,
  qwen,
  ...[...BY_FILE, ...BY_DOCUMENTATION].map(builtInAgent),
];

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
