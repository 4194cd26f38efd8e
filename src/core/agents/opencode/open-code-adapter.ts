import { type Adapter, CONTRACT } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { builtIn } from "../../agent-file/built-in.ts";
import { conversationOf } from "./conversation.ts";
import { DECISIONS, ORDERS } from "./decisions.ts";
import { dialectOf } from "./events.ts";
import { integrationOf } from "./integration.ts";
import { launchOf } from "./launch.ts";

/** An adapter for OpenCode or a program made from it. These differ in their agent file; their programs and folders have the agent's name. */
export function openCodeAdapter(file: unknown): Adapter {
  const shown = builtIn(file);
  const { name, label } = shown;
  return {
    ...shown,
    contract: CONTRACT,
    capabilities: {
      event_driven: true,
      polling_required: false,
      supports_waiting_approval: true,
      supports_waiting_input: true,
      supports_completed: true,
    },
    normalize: normalizeBy(dialectOf(name)),
    tellsWordsBy: ["plugin"],
    decisions: DECISIONS,
    orders: ORDERS,
    transcripts: new RegExp(`/conversations/${name}/[^/]+\\.jsonl$`),
    conversation: conversationOf(name),
    integration: integrationOf(name, label),
    launch: launchOf(name),
  };
}
