import type { Hono } from "hono";
import type { z } from "zod";
import type { ConversationReport, ConversationRequest } from "../../core/protocol/conversation/conversation.ts";
import { CONVERSATION_ROUTES } from "../../core/protocol/routes/conversation-routes.ts";
import type { SearchReport, SearchRequest } from "../../core/protocol/search/search.ts";
import { serve } from "./route.ts";

export interface ConversationBackend {
  read(request: z.output<typeof ConversationRequest>): Promise<ConversationReport>;
}

export interface SearchBackend {
  find(request: z.output<typeof SearchRequest>): Promise<SearchReport>;
}

export function mountConversation(api: Hono, conversations: ConversationBackend, search: SearchBackend): void {
  serve(api, CONVERSATION_ROUTES.read, ({ body }) => conversations.read(body));
  serve(api, CONVERSATION_ROUTES.search, ({ body }) => search.find(body));
}
