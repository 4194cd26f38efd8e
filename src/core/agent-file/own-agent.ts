import { type Adapter, CONTRACT } from "../adapter/adapter.ts";
import { checkedPattern } from "../pattern/linear-pattern.ts";
import type { AgentFile } from "./agent-file.ts";
import { builtIn } from "./built-in.ts";
import { type CompiledFile, compileAgentFile } from "./compile-agent-file.ts";

/** The adapter of an agent of the user's own: all that is known of it is its file, and its patterns are read in linear time. */
export function ownAgent(file: AgentFile): Adapter {
  return byFile(file, compileAgentFile(file, checkedPattern));
}

/** The adapter of an agent of ours of which all that is known is its file. */
export function builtInAgent(values: unknown): Adapter {
  return byFile(values as AgentFile, builtIn(values));
}

function byFile(file: AgentFile, compiled: CompiledFile): Adapter {
  const states = new Set(file.cues?.map(({ state }) => state));
  return {
    ...compiled,
    contract: CONTRACT,
    capabilities: {
      event_driven: false,
      polling_required: compiled.readScreen !== undefined,
      supports_waiting_approval: states.has("waiting_approval"),
      supports_waiting_input: states.has("waiting_input"),
      supports_completed: states.has("completed"),
    },
  };
}
