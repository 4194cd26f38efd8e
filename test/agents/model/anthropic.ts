import { type Answer, beginEvents, sendJson, textOf, textsOf, type Wire } from "./wire.ts";

interface Request {
  model?: string;
  stream?: boolean;
  tools?: unknown[];
  messages?: { role: string; content: string | Block[] }[];
}

interface Block {
  type: string;
  text?: string;
  tool_use_id?: string;
  content?: unknown;
}

const ERRORS: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic Messages. */
export const ANTHROPIC: Wire = {
  path: /\/messages(\/count_tokens)?$/,
  trivia: (url) => (url.endsWith("/count_tokens") ? { input_tokens: 10 } : null),
  read: (body) => {
    const { messages = [], tools = [] } = body as Request;
    const lastAnswer = messages.findLastIndex(({ role }) => role === "assistant");
    const since = messages.slice(lastAnswer + 1).flatMap(({ content }) => blocksOf(content));
    const results = since.flatMap(({ tool_use_id: id, content }) =>
      id === undefined ? [] : [{ id, text: textOf(content) }],
    );
    const said = since.slice(since.findLastIndex(({ type }) => type === "tool_result") + 1);
    return { said: textsOf(said), results, tools: tools.length };
  },
  refuse: (response, status) => {
    const type = ERRORS[status] ?? "api_error";
    // without it Claude Code tries a 401 ten times
    if (status < 429) response.setHeader("x-should-retry", "false");
    sendJson(response, status, { type: "error", error: { type, message: `scripted ${status}` } });
  },
  limit: (response, until) => {
    const message = "This request would exceed your account's rate limit. Please try again later.";
    const told = {
      status: "rejected",
      reset: until / 1_000,
      "representative-claim": "five_hour",
      fallback: "unavailable",
      "5h-status": "rejected",
      "5h-utilization": 1,
      "5h-reset": until / 1_000,
      "overage-status": "rejected",
      "overage-disabled-reason": "org_level_disabled",
    };
    for (const [name, value] of Object.entries(told))
      response.setHeader(`anthropic-ratelimit-unified-${name}`, String(value));
    response.setHeader("x-should-retry", "false");
    sendJson(response, 429, { type: "error", error: { type: "rate_limit_error", message } });
  },
  answer: (response, body, _url, { prompt, cached, written, reasoning }) => {
    const { model, stream } = body as Request;
    const message = { id: `msg_${Date.now()}`, type: "message", role: "assistant", model, stop_sequence: null };
    const output_tokens_details = { thinking_tokens: reasoning };
    const output = { output_tokens: written, output_tokens_details };
    const usage = { input_tokens: prompt - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 };
    const used = { ...usage, ...output };
    if (stream !== true)
      return collected((content, stop_reason) =>
        sendJson(response, 200, { ...message, content, stop_reason, usage: used }),
      );
    beginEvents(response);
    const send = (type: string, fields: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    send("message_start", {
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    });
    let index = -1;
    let isText = false;
    let stop_reason = "end_turn";
    const close = () => index >= 0 && send("content_block_stop", { index });
    const open = (content_block: object) => {
      close();
      index += 1;
      send("content_block_start", { index, content_block });
    };
    return {
      text: (text) => {
        if (!isText) open({ type: "text", text: "" });
        isText = true;
        send("content_block_delta", { index, delta: { type: "text_delta", text } });
      },
      call: (id, { name, args }) => {
        open({ type: "tool_use", id, name, input: {} });
        send("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: JSON.stringify(args) } });
        stop_reason = "tool_use";
      },
      end: () => {
        close();
        send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: output });
        send("message_stop", {});
        response.end();
      },
    };
  },
};

function blocksOf(content: string | Block[]): Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function collected(send: (content: object[], stopReason: string) => void): Answer {
  const content: object[] = [];
  let stopReason = "end_turn";
  return {
    text: (text) => content.push({ type: "text", text }),
    call: (id, { name, args }) => {
      content.push({ type: "tool_use", id, name, input: args });
      stopReason = "tool_use";
    },
    end: () => send(content, stopReason),
  };
}
