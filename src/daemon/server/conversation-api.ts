import type { Hono } from "hono";
import type { z } from "zod";
import type { ConversationReport, ConversationRequest } from "../../core/protocol/conversation/conversation.ts";
import { CONVERSATION_ROUTES } from "../../core/protocol/routes/conversation-routes.ts";
import type { SearchReport, SearchRequest } from "../../core/protocol/search/search.ts";
import { requestContextOf } from "./request-context.ts";
import { serve } from "./route.ts";

export interface ConversationBackend {
  /** Other members of the fleet are told of panes, so they read only what is said in these. */
  read(request: z.output<typeof ConversationRequest>, isForMember: boolean): Promise<ConversationReport>;
}

export interface SearchBackend {
  find(request: z.output<typeof SearchRequest>): Promise<SearchReport>;
}

export function mountConversation(api: Hono, conversations: ConversationBackend, search: SearchBackend): void {
  serve(api, CONVERSATION_ROUTES.read, ({ body, context }) =>
    conversations.read(body, requestContextOf(context).member !== undefined),
  );
  serve(api, CONVERSATION_ROUTES.search, ({ body }) => search.find(body));
}
