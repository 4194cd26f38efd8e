import { ConversationReport, ConversationRequest } from "../conversation/conversation.ts";
import { SearchReport, SearchRequest } from "../search/search.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export const CONVERSATION_ROUTES = {
  read: route(ENDPOINTS.conversation.read, {
    summary: "What was said in an agent's conversation: prompts, words, tool calls and their results",
    says: "It is read from the agent's own file, here or over ssh, at most 8 MB of its end. With `after`, only what was written since; ask again when the pane has changed.",
    body: ConversationRequest,
    answer: ConversationReport,
    faults: [...REF_FAULTS, "E_NO_AGENT", "E_NO_CONVERSATION", "E_NOT_ALLOWED", "E_SEARCH", "E_TARGET_UNREACHABLE"],
  }),
  search: route(ENDPOINTS.conversation.search, {
    summary:
      "Words in all conversations of agents on this machine and of those seen over ssh, live and ended; newest first",
    says: "All words must be there; words in quotes stand together, and a word that ends with * is the beginning of one.",
    body: SearchRequest,
    answer: SearchReport,
    faults: ["E_SEARCH"],
  }),
};
