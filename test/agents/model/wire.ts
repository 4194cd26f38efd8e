import type { IncomingMessage, ServerResponse } from "node:http";
import type { ToolCall } from "./play.ts";

/** The content of a request in any wire format. */
export interface Question {
  /** The parts of the person's (or the delegating agent's) message since the last answer and result. */
  said: readonly string[];
  /** The calls whose results it brings, in the order in which they were made. */
  results: readonly Result[];
  /** A request without tools is the agent's own business: a title, a summary. */
  tools: number;
}

export interface Result {
  /** The id that we gave the call. */
  id: string;
  text: string;
}

/** How one provider speaks. Answers are streamed where the agent wants them so. */
export interface Wire {
  /** Whether a request to this path is in this format. */
  path: RegExp;
  read(body: unknown, url: string): Question;
  /** Begins an answer; pieces of text and calls follow, and at the end what it says to have used. */
  answer(response: ServerResponse, body: unknown, url: string, spent: Spent): Answer;
  refuse(response: ServerResponse, status: number): void;
  /** The account has used up its limit until then, in the provider's own headers and words. */
  limit(response: ServerResponse, until: number): void;
  /** A path that wants a fixed answer, such as a count of tokens. */
  trivia?(url: string, body: unknown): object | null;
}

/** Tokens of an answer: the whole prompt, what of it was cached, all that was written, and what of that was reasoning. */
export interface Spent {
  prompt: number;
  cached: number;
  written: number;
  reasoning: number;
}

export const LITTLE: Spent = { prompt: 10, cached: 0, written: 5, reasoning: 0 };

export interface Answer {
  text(piece: string): void;
  call(id: string, call: ToolCall): void;
  end(): void;
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return {};
  }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

/** Content is a string in some messages and a list of parts in others. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.map((part: { text?: unknown }) => (typeof part?.text === "string" ? part.text : ""));
}

export function textOf(content: unknown): string {
  return textsOf(content).join("\n");
}
