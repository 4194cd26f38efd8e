import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Slowness } from "../slowness.ts";
import { ANTHROPIC } from "./anthropic.ts";
import { CHAT_COMPLETIONS } from "./chat-completions.ts";
import { GEMINI } from "./gemini.ts";
import { type NameTool, type Play, type PlayAfter, say } from "./play.ts";
import { RESPONSES } from "./responses.ts";
import { LITTLE, readJson, type Spent, sendJson, type Wire } from "./wire.ts";

const WIRES: readonly Wire[] = [ANTHROPIC, RESPONSES, CHAT_COMPLETIONS, GEMINI];

/** The model's actions with their times: the truth with which states are compared. */
export interface ModelEvent {
  at: number;
  /** Null where nobody scripted it: titles, summaries, reports of background work. */
  task: string | null;
  /** `answering` before the first byte, `answered` before the last one. */
  did: "asked" | "answering" | "called" | "answered" | "refused" | "left";
}

interface Heard {
  text: string;
}

const UNSCRIPTED = say("Noted.");
const PATIENCE_MS = 90_000;

/** A model on loopback that plays what it was given for each task, whatever the agent's wire format. */
export class ModelServer {
  readonly events: ModelEvent[] = [];
  /** Every part of what it was told in requests with tools, in order. */
  readonly heard: Heard[] = [];
  /** Every result of a call that it was brought. */
  readonly returned: Heard[] = [];
  /** The tokens that each answer claims to have used, by its number. */
  spending: (answer: number) => Spent = () => LITTLE;
  /** The tokens that answers to requests with tools claimed; the other requests are the agent's own business. */
  readonly spent: Spent[] = [];
  /** If set, the model plays this for every question, whichever task it names; null: it plays the tasks. */
  instead: Play | null = null;
  /** Until then the account's limit is used up: everything with tools is refused. */
  limitUntil = 0;
  /** How long it waits before it answers, so that there is a moment in which nothing has happened yet. */
  thinkingMs = 1_200;
  private readonly news = new EventEmitter().setMaxListeners(0);
  private readonly plays = new Map<string, Play>();
  readonly slowness = new Slowness();
  private readonly afterCall = new Map<string, { task: string | null; play: Play | PlayAfter }>();
  private readonly refusals = new Map<string, number>();
  private calls = 0;
  private answers = 0;
  private readonly server: Server;
  private readonly nameTool: NameTool;
  private readonly address: string;
  private port = 0;

  static async start(nameTool: NameTool, address = "127.0.0.1"): Promise<ModelServer> {
    const model = new ModelServer(nameTool, address);
    model.server.listen(0, address);
    await once(model.server, "listening");
    model.port = (model.server.address() as AddressInfo).port;
    return model;
  }

  private constructor(nameTool: NameTool, address: string) {
    this.nameTool = nameTool;
    this.address = address;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  get url(): string {
    return `http://${this.address}:${this.port}`;
  }

  /** The network is cut: connections end in the middle, and new ones are refused. */
  async cut(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  async restore(): Promise<void> {
    this.server.listen(this.port, this.address);
    await once(this.server, "listening");
  }

  /** From now on a prompt with these words plays this. */
  script(task: string, play: Play): void {
    this.plays.set(task, play);
  }

  /** Waits until it does that for a task, and returns when it first did since then. */
  async when(task: string | null, did: ModelEvent["did"], since = 0): Promise<number> {
    const found = () => this.events.find((each) => each.task === task && each.did === did && each.at >= since);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    for (let event = found(); ; event = found()) {
      if (event !== undefined) return event.at;
      await once(this.news, "event", { signal }).catch((cause) => {
        throw new Error(`the model never ${did} ${task}`, { cause });
      });
    }
  }

  /** When it last finished an answer, once nobody has asked for anything for so long, or longer on a busy machine. */
  async quietSince(quietMs: number): Promise<number> {
    const isPast = (at: number) => Date.now() - at > quietMs * this.slowness.between(at, Date.now());
    for (;;) {
      const last = this.events.at(-1);
      if (last !== undefined && last.did !== "asked" && last.did !== "answering" && isPast(last.at)) return last.at;
      await sleep(50);
    }
  }

  async close(): Promise<void> {
    this.slowness.stop();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url?.split("?")[0] ?? "";
    const body = await readJson(request);
    const wire = WIRES.find(({ path }) => path.test(url));
    if (url.endsWith("/models"))
      return sendJson(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
    if (wire === undefined) return sendJson(response, 404, { error: { message: "not scripted" } });
    const trivia = wire.trivia?.(url, body) ?? null;
    if (trivia !== null) return sendJson(response, 200, trivia);
    const { task, play, result = "" } = this.choose(wire, body, url);
    this.tell("asked", task);
    response.on("close", () => {
      if (!response.writableEnded) this.tell("left", task);
    });
    if (task !== null) await sleep(this.thinkingMs);
    if (response.destroyed) return;
    if (Date.now() < this.limitUntil && wire.read(body, url).tools > 0) {
      this.tell("refused", task);
      return wire.limit(response, this.limitUntil);
    }
    await this.perform(task, play, wire, { response, body, url, result });
  }

  /** Plays the task that the prompt names; without one, goes on after the last call whose result was brought. */
  private choose(wire: Wire, body: unknown, url: string): Choice {
    if (this.instead !== null) return { task: null, play: this.instead };
    const { said, results, tools } = wire.read(body, url);
    if (tools > 0) {
      this.heard.push(...said.map((text) => ({ text })));
      this.returned.push(...results.map(({ text }) => ({ text })));
    }
    const task = tools === 0 ? undefined : this.lastNamedIn(said.join("\n"));
    const scripted = task === undefined ? undefined : this.plays.get(task);
    if (task !== undefined && scripted !== undefined) return { task, play: scripted };
    const last = results.findLast(({ id }) => this.afterCall.has(id));
    const next = last && this.afterCall.get(last.id);
    if (next === undefined) return { task: null, play: UNSCRIPTED };
    const { text: result } = last ?? { text: "" };
    const { task: of, play } = next;
    return { task: of, play: typeof play === "function" ? play(result) : play, result };
  }

  /** A prompt may quote an earlier one. */
  private lastNamedIn(prompt: string): string | undefined {
    const named = [...this.plays.keys()].filter((task) => prompt.includes(task));
    return named.sort((a, b) => prompt.lastIndexOf(a) - prompt.lastIndexOf(b)).at(-1);
  }

  private async perform(task: string | null, play: Play, wire: Wire, exchange: Exchange): Promise<void> {
    const { response, result } = exchange;
    switch (play.kind) {
      case "fail": {
        const refusals = (this.refusals.get(task ?? "") ?? 0) + 1;
        this.refusals.set(task ?? "", refusals);
        if (refusals > play.times) return this.perform(task, play.then, wire, exchange);
        this.tell("refused", task);
        return wire.refuse(response, play.status);
      }
      case "call": {
        this.calls += 1;
        const id = `call_${this.calls}`;
        this.afterCall.set(id, { task, play: play.then });
        this.tell("called", task);
        const { answer, end } = this.begin(wire, exchange);
        answer.call(id, this.nameTool(typeof play.use === "function" ? play.use(result) : play.use));
        return end();
      }
      case "say": {
        await sleep(play.afterMs);
        if (response.destroyed) return;
        this.tell("answering", task);
        const { answer, end } = this.begin(wire, exchange);
        const pieces = play.overMs === 0 ? [play.text] : play.text.split(/(?<= )/);
        for (const piece of pieces) {
          if (response.destroyed) return;
          answer.text(piece);
          await sleep(play.overMs / pieces.length);
        }
        if (response.destroyed) return;
        this.tell("answered", task);
        return end();
      }
      default:
        return play satisfies never;
    }
  }

  private begin(wire: Wire, { response, body, url }: Exchange) {
    this.answers += 1;
    const spent = this.spending(this.answers);
    const answer = wire.answer(response, body, url, spent);
    const end = () => {
      // a summary of the conversation is asked for without tools
      if (wire.read(body, url).tools > 0 || this.instead !== null) this.spent.push(spent);
      answer.end();
    };
    return { answer, end };
  }

  private tell(did: ModelEvent["did"], task: string | null): void {
    this.events.push({ at: Date.now(), task, did });
    this.news.emit("event");
  }
}

interface Choice {
  task: string | null;
  play: Play;
  /** The result of the previous call. */
  result?: string;
}

interface Exchange {
  response: ServerResponse;
  body: unknown;
  url: string;
  result: string;
}
