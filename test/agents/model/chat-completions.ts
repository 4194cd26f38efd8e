import { beginEvents, sendJson, textOf, textsOf, type Wire } from "./wire.ts";

interface Request {
  model?: string;
  stream?: boolean;
  tools?: unknown[];
  messages?: { role: string; content?: unknown; tool_call_id?: string }[];
}

/** OpenAI Chat Completions. */
export const CHAT_COMPLETIONS: Wire = {
  path: /\/chat\/completions$/,
  read: (body) => {
    const { messages = [], tools = [] } = body as Request;
    const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
    const results = since.flatMap(({ tool_call_id: id, content }) =>
      id === undefined ? [] : [{ id, text: textOf(content) }],
    );
    const said = since.slice(since.findLastIndex(({ role }) => role === "tool") + 1);
    const ofUser = said.filter(({ role }) => role === "user").flatMap(({ content }) => textsOf(content));
    return { said: ofUser, results, tools: tools.length };
  },
  refuse: (response, status) =>
    sendJson(response, status, { error: { type: "scripted_error", code: "scripted", message: `scripted ${status}` } }),
  limit: (response, until) => {
    response.setHeader("retry-after", String(Math.max(1, Math.ceil((until - Date.now()) / 1_000))));
    const error = { type: "insufficient_quota", code: "quota_exceeded" };
    sendJson(response, 429, { error: { ...error, message: "You have exceeded your premium request allowance." } });
  },
  answer: (response, body, _url, { prompt, cached, written, reasoning }) => {
    const usage = {
      prompt_tokens: prompt,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens: written,
      completion_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: prompt + written,
    };
    const { model, stream } = body as Request;
    const head = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1000), model };
    const calls: object[] = [];
    let said = "";
    const finish = () => (calls.length > 0 ? "tool_calls" : "stop");
    const toolCall = (id: string, name: string, args: object) => ({
      index: calls.length,
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    });
    if (stream !== true)
      return {
        text: (piece) => {
          said += piece;
        },
        call: (id, { name, args }) => calls.push(toolCall(id, name, args)),
        end: () => {
          const message = { role: "assistant", content: said, ...(calls.length > 0 && { tool_calls: calls }) };
          const choices = [{ index: 0, message, finish_reason: finish() }];
          sendJson(response, 200, { ...head, object: "chat.completion", choices, usage });
        },
      };
    beginEvents(response);
    const send = (delta: object, finish_reason: string | null = null, extra: object = {}) => {
      const choices = [{ index: 0, delta, finish_reason }];
      response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...extra })}\n\n`);
    };
    send({ role: "assistant", content: "" });
    return {
      text: (content) => send({ content }),
      call: (id, { name, args }) => {
        const made = toolCall(id, name, args);
        calls.push(made);
        send({ tool_calls: [made] });
      },
      end: () => {
        send({}, finish(), { usage });
        response.end("data: [DONE]\n\n");
      },
    };
  },
};
