import type { Question } from "../../core/classify/prompt.ts";
import { postJson, refusal } from "./post-json.ts";
import { type Provider, ProviderFailure } from "./provider.ts";

export interface ApiAddress {
  url: string;
  model: string;
  /** Read for each call, so that a new key needs no restart; null if none is configured. */
  key(): string | null;
}

const LONGEST_ANSWER_TOKENS = 700;

/** Any API compatible with OpenAI's chat completions: OpenAI, Ollama, llama.cpp, vLLM and others. */
export class OpenAiProvider implements Provider {
  readonly name = "openai";
  private readonly address: ApiAddress;
  private readonly url: string;
  /** Set for servers that refuse a schema, temperature or token limit: they get the bare messages. */
  private isPlain = false;

  constructor(address: ApiAddress) {
    this.address = address;
    this.url = chatUrl(address.url);
  }

  check(): void {
    this.address.key();
  }

  async classify(question: Question, signal: AbortSignal): Promise<string> {
    let posted = await this.ask(question, signal);
    if (posted.status === 400 && !this.isPlain) {
      this.isPlain = true;
      posted = await this.ask(question, signal);
      // the optional fields were not the reason
      if (posted.status !== 200) this.isPlain = false;
    }
    if (posted.status !== 200) throw refusal(this.url, posted, this.address.key());
    const text = textOf(posted.answer);
    if (text === null) throw new ProviderFailure("the answer is no chat completion");
    return text;
  }

  private ask({ system, user, schema }: Question, signal: AbortSignal) {
    const key = this.address.key();
    const messages = [
      { role: "system", content: system },
      { role: "user", content: this.isPlain ? `${user}\n\n${inWords(schema)}` : user },
    ];
    const wishes = {
      temperature: 0,
      max_tokens: LONGEST_ANSWER_TOKENS,
      response_format: { type: "json_schema", json_schema: { name: "verdict", strict: true, schema } },
    };
    const body = { model: this.address.model, messages, ...(!this.isPlain && wishes) };
    return postJson(this.url, key === null ? {} : { authorization: `Bearer ${key}` }, body, signal);
  }
}

function inWords(schema: object): string {
  return `Answer with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema)}`;
}

/** Accepts the URL with or without version, as people copy it. */
function chatUrl(url: string): string {
  const base = url.replace(/\/+$/, "");
  if (base.endsWith("/chat/completions")) return base;
  return /\/v\d+$/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`;
}

function textOf(answer: unknown): string | null {
  const { choices } = (answer ?? {}) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  return typeof content === "string" ? content : null;
}
