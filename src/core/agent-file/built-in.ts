import { nativePattern } from "../pattern/pattern.ts";
import type { AgentFile } from "./agent-file.ts";
import { type CompiledFile, compileAgentFile, type ScreenCode } from "./compile-agent-file.ts";

/** Compiles a file of our own. A test has checked it (AD46), so its patterns may be read by the faster matcher. */
export function builtIn(values: unknown, code: ScreenCode | null = null): CompiledFile {
  return compileAgentFile(values as AgentFile, nativePattern, code);
}
