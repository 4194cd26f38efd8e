import type { Agent } from "./agent.ts";
import { claude } from "./agents/claude.ts";
import { cline } from "./agents/cline.ts";
import { codex } from "./agents/codex.ts";
import { continueCli } from "./agents/continue.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { grok } from "./agents/grok.ts";
import { kilo } from "./agents/kilo.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { qwen } from "./agents/qwen.ts";

/** All that are driven. */
export const AGENTS: readonly Agent[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  kilo,
  pi,
  qwen,
  grok,
  continueCli,
  cline,
];

/** Those that tell of themselves by hooks, a plugin or files: what they say, and what they use. */
export const TELLING: readonly Agent[] = AGENTS.filter(({ isOnlySeen }) => !isOnlySeen);
