import type { Question } from "../../core/classify/prompt.ts";
import type { ApiAddress } from "./openai.ts";
import { postJson, refusal } from "./post-json.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

export const ANTHROPIC_URL = "https://api.anthropic.com";
const VERSION = "2023-06-01";
const LONGEST_ANSWER_TOKENS = 700;
const TOOL = "report";

/** Anthropic's messages API. The model must answer by a tool call, so that the answer matches the schema. */
export class AnthropicProvider implements Provider {
  readonly name = "anthropic";
  private readonly address: ApiAddress;
  private readonly url: string;

  constructor(address: ApiAddress) {
    this.address = address;
    this.url = `${address.url.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/messages`;
  }

  check(): void {
    this.address.key();
  }

  async classify({ system, user, schema }: Question, signal: AbortSignal): Promise<string> {
    const key = this.address.key();
    const headers = { "anthropic-version": VERSION, ...(key !== null && { "x-api-key": key }) };
    const body = {
      model: this.address.model,
      max_tokens: LONGEST_ANSWER_TOKENS,
      system,
      messages: [{ role: "user", content: user }],
      tools: [{ name: TOOL, description: "Reports how the agent stands.", input_schema: schema }],
      tool_choice: { type: "tool", name: TOOL },
    };
    const posted = await postJson(this.url, headers, body, signal);
    if (posted.status !== 200) throw refusal(this.url, posted, key);
    const text = textOf(posted.answer);
    if (text === null) throw new ProviderFailure("the answer is no message");
    return text;
  }
}

/** The tool's input; else the text, which may still contain a verdict. */
function textOf(answer: unknown): string | null {
  const { content } = (answer ?? {}) as { content?: { type?: string; input?: unknown; text?: unknown }[] };
  if (!Array.isArray(content)) return null;
  const used = content.find(({ type }) => type === "tool_use");
  if (used !== undefined) return JSON.stringify(used.input);
  const texts = content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.length === 0 ? null : texts.join("\n");
}
