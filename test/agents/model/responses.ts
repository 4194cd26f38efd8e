import { beginEvents, sendJson, textOf, textsOf, type Wire } from "./wire.ts";

interface Request {
  model?: string;
  tools?: unknown[];
  input?: string | Item[];
}

interface Item {
  type?: string;
  role?: string;
  call_id?: string;
  content?: unknown;
  output?: unknown;
}

const OUTPUT = "function_call_output";

function isAnswer({ type, role }: Item): boolean {
  return role === "assistant" || type === "function_call";
}

/** OpenAI Responses. */
export const RESPONSES: Wire = {
  path: /\/responses$/,
  read: (body) => {
    const { input = [], tools = [] } = body as Request;
    const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
    const since = items.slice(items.findLastIndex(isAnswer) + 1);
    const results = since.flatMap(({ call_id: id, output }) =>
      id === undefined ? [] : [{ id, text: textOf(output) }],
    );
    const said = since.slice(since.findLastIndex(({ type }) => type === OUTPUT) + 1);
    const ofUser = said.filter(({ role }) => role === "user").flatMap(({ content }) => textsOf(content));
    return { said: ofUser, results, tools: tools.length };
  },
  refuse: (response, status) =>
    sendJson(response, status, { error: { type: "scripted_error", code: "scripted", message: `scripted ${status}` } }),
  limit: (response, until) => {
    const resets_at = Math.ceil(until / 1_000);
    const resets_in_seconds = Math.max(1, resets_at - Math.floor(Date.now() / 1_000));
    response.setHeader("x-codex-primary-used-percent", "100");
    response.setHeader("x-codex-primary-window-minutes", "300");
    response.setHeader("x-codex-primary-reset-at", String(resets_at));
    response.setHeader("x-codex-primary-reset-after-seconds", String(resets_in_seconds));
    const error = { type: "usage_limit_reached", message: "The usage limit has been reached", plan_type: "pro" };
    sendJson(response, 429, { error: { ...error, resets_at, resets_in_seconds } });
  },
  answer: (response, body, _url, { prompt, cached, written, reasoning }) => {
    beginEvents(response);
    let sequence_number = 0;
    const send = (type: string, fields: object) =>
      response.write(
        `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...fields })}\n\n`,
      );
    const head = {
      id: `resp_${Date.now()}`,
      object: "response",
      created_at: Math.floor(Date.now() / 1000),
      model: (body as Request).model,
    };
    send("response.created", { response: { ...head, status: "in_progress", output: [] } });
    const output: object[] = [];
    const message = { type: "message", id: `msg_${Date.now()}`, role: "assistant" };
    let said: string | null = null;
    const finishText = () => {
      if (said === null) return;
      const item = { ...message, status: "completed", content: [{ type: "output_text", text: said, annotations: [] }] };
      send("response.output_item.done", { output_index: output.length, item });
      output.push(item);
      said = null;
    };
    return {
      text: (delta) => {
        const at = { output_index: output.length, item_id: message.id, content_index: 0 };
        if (said === null) {
          send("response.output_item.added", {
            output_index: output.length,
            item: { ...message, status: "in_progress", content: [] },
          });
          send("response.content_part.added", { ...at, part: { type: "output_text", text: "", annotations: [] } });
        }
        said = `${said ?? ""}${delta}`;
        send("response.output_text.delta", { ...at, delta });
      },
      call: (call_id, { args, ...tool }) => {
        finishText();
        const item = { type: "function_call", id: `fc_${call_id}`, call_id, ...tool, arguments: JSON.stringify(args) };
        send("response.output_item.added", {
          output_index: output.length,
          item: { ...item, arguments: "", status: "in_progress" },
        });
        send("response.output_item.done", { output_index: output.length, item: { ...item, status: "completed" } });
        output.push({ ...item, status: "completed" });
      },
      end: () => {
        finishText();
        const usage = {
          input_tokens: prompt,
          input_tokens_details: { cached_tokens: cached },
          output_tokens: written,
          output_tokens_details: { reasoning_tokens: reasoning },
          total_tokens: prompt + written,
        };
        send("response.completed", { response: { ...head, status: "completed", output, usage } });
        response.end();
      },
    };
  },
};
