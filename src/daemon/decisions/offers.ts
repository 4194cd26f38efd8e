import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Decision } from "../../core/adapter/decisions.ts";
import type { QuestionWords } from "../../core/protocol/actions/questions.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import { isDifferentQuestion } from "../../core/questions/asks-other.ts";
import { redact } from "../../core/redact/redact.ts";
import type { Offered } from "../../core/spool/spool-signal.ts";
import replyScript from "../../remote/decide-reply.sh";
import type { Log } from "../base/log.ts";
import type { Fleet, FleetChange } from "../publish/fleet.ts";
import type { Machine } from "../targets/machine/machine.ts";

export interface OffersDeps {
  target: string;
  machine: Pick<Machine, "runScript">;
  fleet: Pick<Fleet, "item">;
  adapterOf(agent: string): Adapter | null;
  log: Log;
  /** One more waits. */
  onOffer?(offer: Offer, offers: Offers): void;
}

/** A hook that waits for an answer to what its agent asks. */
export interface Offer extends Offered {
  /** Its question was seen, or should have been: when the pane asks no more, it is over. */
  isJoined: boolean;
}

/** The hook comes with the event of the question, in either order. */
const JOINED_MS = 3_000;
const REPLY_MS = 5_000;

/** Agents' hooks that wait for an answer, of one target. Each is ended when its question is over. */
export class Offers {
  private readonly deps: OffersDeps;
  private readonly waiting = new Map<number, Offer>();

  constructor(deps: OffersDeps) {
    this.deps = deps;
  }

  add(offered: Offered): void {
    // an agent asks one thing after the other
    for (const before of this.waitingIn(offered.pane)) this.end(before);
    const offer = { ...offered, isJoined: false };
    this.waiting.set(offered.answer, offer);
    this.deps.onOffer?.(offer, this);
    setTimeout(() => {
      offer.isJoined = true;
      this.review(offered.pane);
    }, JOINED_MS).unref();
  }

  /** The hook that waits for an answer to this question. */
  find(paneId: string, agent: string, question: QuestionWords): Offer | null {
    const { adapterOf } = this.deps;
    const found = this.waitingIn(paneId).find((offer) => {
      const words = offer.agent === agent ? adapterOf(agent)?.decisions?.read(offer.payload) : null;
      // the question that people see has no secrets
      return words != null && !isDifferentQuestion(question, redact(words) as QuestionWords);
    });
    return found ?? null;
  }

  /** Whether any hook of that pane waits. */
  isWaiting(paneId: string): boolean {
    return this.waitingIn(paneId).length > 0;
  }

  /** The line that tells the agent this decision; null if it cannot be told so. */
  lineFor({ agent, payload }: Offer, decision: Decision): string | null {
    return this.deps.adapterOf(agent)?.decisions?.reply(payload, decision) ?? null;
  }

  /** Whether this event shows that the call was run which the hook asks for. */
  ran({ agent, payload }: Offer, event: EventEnvelope): boolean {
    return this.deps.adapterOf(agent)?.decisions?.ran(payload, event) ?? false;
  }

  /** Whether the hook took it. */
  async reply({ answer: pid }: Offer, line: string): Promise<boolean> {
    const { machine } = this.deps;
    this.waiting.delete(pid);
    const script = shellAssignments({ pid: String(pid), line }) + replyScript;
    const { code } = await machine.runScript(script, { timeoutMs: REPLY_MS });
    return code === 0;
  }

  /** Ends the hooks of changed panes that ask no more. */
  follow({ changed, removed }: FleetChange): void {
    if (this.waiting.size === 0) return;
    for (const { identity } of changed) if (identity.target === this.deps.target) this.review(identity.pane_id);
    for (const { target, pane_id } of removed) if (target === this.deps.target) this.review(pane_id);
  }

  private review(paneId: string | null): void {
    const { target, fleet } = this.deps;
    const attention = fleet.item(target, paneId ?? "")?.attention;
    const isAsking = attention?.kind === "approval" || attention?.kind === "input";
    for (const offer of this.waitingIn(paneId))
      if (isAsking) offer.isJoined = true;
      else if (offer.isJoined) this.end(offer);
  }

  private end(offer: Offer): void {
    this.reply(offer, "").catch((error: unknown) =>
      this.deps.log.warn({ err: messageOf(error), pid: offer.answer }, "a waiting hook could not be ended"),
    );
  }

  private waitingIn(paneId: string | null): Offer[] {
    return [...this.waiting.values()].filter(({ pane }) => pane === paneId);
  }
}
