import { jsonOf, type Received, type Receiver, type Reply, receiver } from "./receiver.ts";

const isJson = ({ headers }: Received) => (headers["content-type"] ?? "").startsWith("application/json");

/** Slack incoming webhooks; Slack replies with plain text, not JSON. */
export function slackServer(path: string): Promise<Receiver> {
  return receiver((request): Reply => {
    if (request.path !== path) return { status: 404, body: "no_service" };
    if (!isJson(request)) return { status: 400, body: "invalid_payload" };
    const { text } = jsonOf(request);
    return typeof text === "string" && text !== "" ? { status: 200, body: "ok" } : { status: 400, body: "no_text" };
  });
}

/** A Discord webhook. */
export function discordServer(path: string): Promise<Receiver> {
  return receiver((request): Reply => {
    if (request.path !== path) return { status: 404, body: { message: "Unknown Webhook", code: 10015 } };
    const { content } = jsonOf(request);
    if (typeof content !== "string" || content === "")
      return { status: 400, body: { message: "Cannot send an empty message", code: 50006 } };
    if ([...content].length > 2_000)
      return { status: 400, body: { message: "Invalid Form Body", code: 50035, errors: { content: {} } } };
    return { status: 204 };
  });
}

/** sendMessage of the Telegram bot API. */
export function telegramServer(token: string, chat: string): Promise<Receiver> {
  const refuse = (error_code: number, description: string): Reply => ({
    status: error_code,
    body: { ok: false, error_code, description },
  });
  return receiver((request): Reply => {
    const [, given, method] = /^\/bot([^/]*)\/(\w+)$/.exec(request.path) ?? [];
    if (given !== token) return refuse(401, "Unauthorized");
    if (method !== "sendMessage") return refuse(404, "Not Found");
    const { chat_id, text } = jsonOf(request);
    if (chat_id !== chat) return refuse(400, "Bad Request: chat not found");
    if (typeof text !== "string" || text === "") return refuse(400, "Bad Request: message text is empty");
    if (text.length > 4_096) return refuse(400, "Bad Request: message is too long");
    return { status: 200, body: { ok: true, result: { message_id: 1, chat: { id: chat_id }, text } } };
  });
}

export interface NtfyServer extends Receiver {
  /** The messages that subscribers of the topic see: the last of each sequence. */
  shown(): Record<string, unknown>[];
}

/** A topic of an ntfy server that requires a token and takes JSON. */
export async function ntfyServer(topic: string, token: string): Promise<NtfyServer> {
  const messages = new Map<string, Record<string, unknown>>();
  const refuse = (http: number, code: number, error: string): Reply => ({ status: http, body: { code, http, error } });
  const server = await receiver((request): Reply => {
    if (request.path !== "/" || request.method !== "POST") return refuse(404, 40401, "page not found");
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 40101, "unauthorized");
    const message = jsonOf(request);
    if (message.topic !== topic) return refuse(403, 40301, "forbidden");
    const priority = message.priority ?? 3;
    if (typeof priority !== "number" || priority < 1 || priority > 5)
      return refuse(400, 40007, "invalid request: priority invalid");
    if (Buffer.byteLength(String(message.message)) > 4_096) return refuse(413, 41301, "attachment too large");
    const id = String(message.sequence_id ?? messages.size);
    messages.set(id, message);
    return { status: 200, body: { id: "abcdefghijkl", time: 1, event: "message", ...message } };
  });
  return { ...server, shown: () => [...messages.values()] };
}
