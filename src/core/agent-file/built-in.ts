import type { Adapter } from "../adapter/adapter.ts";
import { checkedPattern } from "../pattern/linear-pattern.ts";
import { nativePattern } from "../pattern/pattern.ts";
import type { AgentFile } from "./agent-file.ts";
import { type CompiledFile, compileAgentFile } from "./compile-agent-file.ts";

/** The parts of an adapter by a file of our own, and by a later file of the same agent, which others wrote. */
type BuiltIn = CompiledFile & Required<Pick<Adapter, "renewed">>;

/** Compiles a file of our own. A test has checked it (AD46), so its patterns may be read by the faster matcher. */
export function builtIn(values: unknown): BuiltIn {
  return {
    ...compileAgentFile(values as AgentFile, nativePattern),
    renewed: (file) => compileAgentFile(file as AgentFile, checkedPattern),
  };
}
