import type { Hono } from "hono";
import type { z } from "zod";
import type { ConversationReport, ConversationRequest } from "../../core/protocol/conversation/conversation.ts";
import { CONVERSATION_ROUTES } from "../../core/protocol/routes/conversation-routes.ts";
import { serve } from "./route.ts";

export interface ConversationBackend {
  read(request: z.output<typeof ConversationRequest>): Promise<ConversationReport>;
}

export function mountConversation(api: Hono, conversations: ConversationBackend): void {
  serve(api, CONVERSATION_ROUTES.read, ({ body }) => conversations.read(body));
}
