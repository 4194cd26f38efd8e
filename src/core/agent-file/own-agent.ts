import { type Adapter, CONTRACT } from "../adapter/adapter.ts";
import { screenReader } from "../adapter/screen-reader.ts";
import { checkedPattern } from "../pattern/linear-pattern.ts";
import type { AgentFile } from "./agent-file.ts";
import { compileAgentFile, knowledgeOf, reader } from "./compile-agent-file.ts";
import { dialogsByFile } from "./dialogs-by-file.ts";
import { layoutByFile, shapeOf } from "./layout-by-file.ts";

/** The adapter of an agent of the user's own: all that is known of it is its file, and its patterns are read in linear time. */
export function ownAgent(file: AgentFile): Adapter {
  const states = new Set(file.cues?.map(({ state }) => state));
  return {
    ...compileAgentFile(file, checkedPattern, codeOf(file)),
    contract: CONTRACT,
    capabilities: {
      event_driven: false,
      polling_required: true,
      supports_waiting_approval: states.has("waiting_approval"),
      supports_waiting_input: states.has("waiting_input"),
      supports_completed: states.has("completed"),
    },
  };
}

function codeOf(file: AgentFile) {
  if (file.screen === undefined) return null;
  const read = reader(file, checkedPattern);
  const shape = shapeOf(file.screen, read);
  const layout = layoutByFile(shape);
  if (file.dialogs === undefined) return { layout };
  const readScreen = screenReader(knowledgeOf(file, read, { layout }));
  return { layout, readDialog: dialogsByFile(file.dialogs, shape, readScreen, read) };
}
