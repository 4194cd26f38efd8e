import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Decision, Outcome } from "../../core/adapter/decisions.ts";
import type { KeptQuestion, QuestionWords } from "../../core/protocol/actions/questions.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import { isDifferentQuestion } from "../../core/questions/is-different-question.ts";
import { redact } from "../../core/redact/redact.ts";
import type { Offered } from "../../core/spool/spool-signal.ts";
import replyScript from "../../remote/decide-reply.sh";
import sweepScript from "../../remote/decide-sweep.sh";
import type { Log } from "../base/log.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import type { AgentMetadata } from "../runtimes/agent-metadata.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { dial, tell } from "./dial.ts";

export interface OffersDeps {
  target: string;
  machine: Pick<Machine, "runScript" | "openSocket" | "clockOffset">;
  fleet: Pick<Fleet, "item">;
  /** Whether the target's panes are known now. */
  isSeen(): boolean;
  adapterOf(agent: string): Adapter | null;
  log: Log;
  /** One more request waits. */
  onOffer?(offer: Offer & Pick<Offered, "pane">, offers: Offers): void;
}

/** A request that its agent waits to have answered. Give it a line, or drop it. */
export interface Offer {
  agent: string;
  payload: string;
  give(line: string, decision: Decision): Promise<Reply>;
  drop(): void;
}

/** A request that a hook or a plugin has brought, and for whose answer it waits. */
interface Waiting extends Offered {
  /** Its question was seen in the pane: when the pane no longer asks, the request is over. */
  isJoined: boolean;
}

/**
 * `gone`: nothing waits for it any more, and nothing was done. `refused`: the agent says that this request is over.
 * `stopped`: allowed by us or declined by the person, and stopped; the agent does not tell which, so it may have begun.
 */
export type Reply = "taken" | "gone" | "refused" | "stopped";

/** The request comes with the event of the question, in either order; after a start, panes are found first. */
const JOINED_MS = 3_000;
const UNSEEN_MS = 60_000;
const REPLY_MS = 10_000;
/** A large process may take a while to be gone, and an agent may be several. */
const SWEEPS_MS = [0, 3_000, 60_000];
/** A request and the event of its question are no further apart. */
const SAME_MS = 3_000;

/** Requests of agents that wait for an answer, of one target. A hook is ended when its question is over. */
export class Offers {
  private readonly deps: OffersDeps;
  /** In the order in which they came. */
  private readonly waiting = new Map<string, Waiting>();
  /** By pane: the runtime that may leave a request behind. */
  private readonly agents = new Map<string, string>();

  constructor(deps: OffersDeps) {
    this.deps = deps;
  }

  add(offered: Offered): void {
    const { pane, agent, answer } = offered;
    // an agent asks one thing after the other
    if (this.deps.adapterOf(agent)?.decisions?.areParallel !== true)
      for (const before of this.waitingIn(pane)) if (before.answer !== answer) this.end(before);
    const offer = { ...offered, isJoined: false };
    this.waiting.set(answer, offer);
    this.deps.log.debug({ pane, agent }, "an agent waits for an answer by its own channel");
    this.deps.onOffer?.({ ...this.offerOf(offer), pane }, this);
    this.awaitQuestion(offer, UNSEEN_MS);
  }

  /** The request that waits for an answer to this question; it was brought to us, or is found at the agent's socket. */
  async find(paneId: string, agent: string, question: KeptQuestion, metadata: AgentMetadata): Promise<Offer | null> {
    const found = this.brought(paneId, agent, question);
    return found === null ? this.findAtSocket(agent, question, metadata) : this.offerOf(found);
  }

  /** The request of this question, if a hook or plugin has brought it. */
  brought(paneId: string, agent: string, question: KeptQuestion): Waiting | null {
    const isAsked = ({ agent: by, payload }: Waiting) => by === agent && this.asks(by, payload, question);
    return this.waitingIn(paneId).findLast(isAsked) ?? null;
  }

  private offerOf({ agent, answer, payload }: Waiting): Offer {
    return { agent, payload, give: (line) => this.reply(answer, line), drop: () => undefined };
  }

  private async findAtSocket(agent: string, question: KeptQuestion, metadata: AgentMetadata): Promise<Offer | null> {
    const socket = this.deps.adapterOf(agent)?.socket;
    const path = socket?.path(metadata);
    const connection = path == null ? null : await this.openSocket(path);
    if (socket === undefined || connection === null) return null;
    const dialed = await dial(connection, socket.join(metadata.session_id ?? ""), (payload) =>
      this.asks(agent, payload, question),
    );
    if (dialed === null) return null;
    const { payload, reply, close } = dialed;
    return { agent, payload, give: (line, { type }) => reply(line, type !== "deny"), drop: close };
  }

  /** Ends the agent's turn at its socket; false if that was not possible. */
  async interruptAtSocket(agent: string, metadata: AgentMetadata, turn: string): Promise<boolean> {
    const socket = this.deps.adapterOf(agent)?.socket;
    const path = socket?.path(metadata);
    const connection = path == null ? null : await this.openSocket(path);
    if (socket === undefined || connection === null) return false;
    return tell(connection, socket.interrupt(metadata.session_id ?? "", turn));
  }

  /** Keys answer where it cannot be reached. */
  private async openSocket(path: string): Promise<Socket | null> {
    try {
      return await this.deps.machine.openSocket(path);
    } catch (error) {
      this.deps.log.debug({ err: messageOf(error) }, "an agent's socket is out of reach");
      return null;
    }
  }

  /** Whether this request is that question. */
  asks(agent: string, payload: string, question: KeptQuestion): boolean {
    const decisions = this.deps.adapterOf(agent)?.decisions;
    const words = decisions?.read(payload) ?? null;
    // the question that people see has no secrets
    if (words === null || isDifferentQuestion(question, redact(words) as QuestionWords)) return false;
    const at = decisions?.askedAt?.(payload) ?? null;
    return at === null || Math.abs(at + this.deps.machine.clockOffset() - question.asked_at) < SAME_MS;
  }

  /** Whether any hook of that pane waits. */
  isWaiting(paneId: string): boolean {
    return this.waitingIn(paneId).length > 0;
  }

  /** The line that gives the agent this decision; null if its channel cannot express it. */
  lineFor({ agent, payload }: Pick<Offer, "agent" | "payload">, decision: Decision): string | null {
    return this.deps.adapterOf(agent)?.decisions?.reply(payload, decision) ?? null;
  }

  /** How the request ended, as far as these events of its agent tell. */
  outcome(
    { agent, payload }: Pick<Offer, "agent" | "payload">,
    events: readonly EventEnvelope[],
    askedAt: number,
  ): Outcome | null {
    return this.deps.adapterOf(agent)?.decisions?.outcome?.(payload, events, askedAt) ?? null;
  }

  private reply(id: string, line: string): Promise<Reply> {
    this.waiting.delete(id);
    return this.give(id, line);
  }

  /** Tells the agent of this process something that it has not asked for. */
  async order(pid: number, line: string): Promise<Reply> {
    return this.give(`${pid}/o${randomBytes(6).toString("hex")}`, line);
  }

  private async give(id: string, line: string): Promise<Reply> {
    const { machine } = this.deps;
    const script = shellAssignments({ id, line }) + replyScript;
    const { code } = await machine.runScript(script, { timeoutMs: REPLY_MS });
    return code === 0 ? "taken" : code === REFUSED ? "refused" : "gone";
  }

  /** Ends the hooks of changed panes that no longer ask. */
  follow({ changed, removed }: FleetChange): void {
    const isHere = ({ target }: { target: string }) => target === this.deps.target;
    const gone = removed.filter(isHere).map(({ pane_id }) => this.isOver(pane_id, null));
    const over = changed
      .filter(({ identity }) => isHere(identity))
      .map((item) => this.isOver(item.identity.pane_id, item));
    if ([...gone, ...over].includes(true)) this.sweep();
    if (this.waiting.size === 0) return;
    for (const { identity } of changed) if (identity.target === this.deps.target) this.review(identity.pane_id);
    for (const { target, pane_id } of removed)
      if (target === this.deps.target) for (const offer of this.waitingIn(pane_id)) this.end(offer);
  }

  /** Whether the agent that was last seen there, and may have left a request, has ended. */
  private isOver(paneId: string, item: PaneItem | null): boolean {
    const before = this.agents.get(paneId);
    const isAsking = item?.agent != null && this.deps.adapterOf(item.agent)?.decisions !== undefined;
    if (isAsking && item.runtime_id !== null) this.agents.set(paneId, item.runtime_id);
    else this.agents.delete(paneId);
    return before !== undefined && before !== this.agents.get(paneId);
  }

  private sweep(): void {
    const { machine, log } = this.deps;
    const run = () =>
      machine
        .runScript(sweepScript, { timeoutMs: REPLY_MS })
        .catch((error: unknown) => log.debug({ err: messageOf(error) }, "requests of ended agents stay"));
    for (const delay of SWEEPS_MS) setTimeout(() => void run(), delay).unref();
  }

  /** Ends the request if its question is not seen in time. */
  private awaitQuestion(offer: Waiting, leftMs: number): void {
    setTimeout(() => {
      if (this.waiting.get(offer.answer) !== offer || offer.isJoined) return;
      if (!this.deps.isSeen() && leftMs > 0) return this.awaitQuestion(offer, leftMs - JOINED_MS);
      offer.isJoined = true;
      this.review(offer.pane);
    }, JOINED_MS).unref();
  }

  private review(paneId: string | null): void {
    const { target, fleet } = this.deps;
    const attention = fleet.item(target, paneId ?? "")?.attention;
    const isAsking = attention?.kind === "approval" || attention?.kind === "input";
    for (const offer of this.waitingIn(paneId))
      if (isAsking) offer.isJoined = true;
      else if (offer.isJoined) this.end(offer);
  }

  private end(offer: Waiting): void {
    this.waiting.delete(offer.answer);
    // a plugin in the agent's own process knows by itself that the request is over
    if (offer.answer.includes("/")) return;
    this.reply(offer.answer, "").catch((error: unknown) =>
      this.deps.log.warn({ err: messageOf(error), pid: offer.answer }, "a waiting hook could not be ended"),
    );
  }

  private waitingIn(paneId: string | null): Waiting[] {
    return [...this.waiting.values()].filter(({ pane }) => pane === paneId);
  }
}

/** Exit code of the script. */
const REFUSED = 5;
