import type { Agent } from "./agent.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { kilo } from "./agents/kilo.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { qwen } from "./agents/qwen.ts";

export const AGENTS: readonly Agent[] = [claude, codex, gemini, copilot, opencode, kilo, pi, qwen];
