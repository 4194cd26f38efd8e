import { isFar } from "../../core/fleet/is-far.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { notifiableOf } from "../../core/notify/plan.ts";
import { callName } from "../../core/notify/same-call.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import { messageOf } from "../../core/protocol/base/fault.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import { TellAnswer, type TellRequest } from "../../core/protocol/fleet/tell.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Delivery, Notification } from "../../core/protocol/notify/notify.ts";
import { ENDPOINTS } from "../../core/protocol/routes/endpoints.ts";
import type { Clock } from "../base/clock.ts";
import type { AskedHere } from "./asked-here.ts";
import type { Tellers } from "./tellers.ts";

/** Members that nobody uses let the others go first; so does a member with a pane of another one. */
const TURN_MS = 2_000;
const ASK_AGAIN_MS = 15_000;
const ASK_MS = 5_000;
const TURN = "a member that somebody uses goes first";

/** Why a notification is not sent now. */
export type NotNow = { status: "later"; at: number; why: string } | { status: "drop"; why: string };

export interface FleetCallsDeps {
  ownName: string;
  tellers: Tellers;
  /** Also panes of other members. */
  itemAt(target: string, paneId: string): PaneItem | undefined;
  own(): readonly PaneItem[];
  /** Those of the calls that rules do not answer. */
  stillOpen(calls: readonly string[]): Promise<readonly string[]>;
  isWatched(item: PaneItem, signal: AbortSignal): Promise<boolean>;
  /** Whether somebody uses a terminal or the dashboard of this daemon. */
  isInUse(signal: AbortSignal): Promise<boolean>;
  /** Panes of other members. */
  others(): readonly PaneItem[];
  /** Whether we may answer at that member. */
  mayAnswerAt(member: string): boolean;
  /** Whether a member other than us may answer here. */
  mayOthersAnswer(): boolean;
  ask(member: string, asked: AskedHere): Promise<MemberResponse>;
  clock: Clock;
}

/** A call is told by the channels of one member in the whole fleet. The member that has the pane says by whose. */
export class FleetCalls {
  private readonly deps: FleetCallsDeps;
  /** Names of the calls that are being told, by the key of the notification. */
  private readonly telling = new Map<string, string>();

  constructor(deps: FleetCallsDeps) {
    this.deps = deps;
  }

  /** Panes of other members that our channels may tell of. */
  others(): PaneItem[] {
    return this.deps.others().filter((item) => this.mayTellOf(item));
  }

  mayTellOf({ identity }: Pick<PaneItem, "identity">): boolean {
    return identity.member !== undefined && this.deps.mayAnswerAt(identity.member);
  }

  /** Null if our channels may tell of it now. */
  async turn({ key, notification, terms, outcome }: Delivery, signal: AbortSignal): Promise<NotNow | null> {
    const { itemAt, clock, isInUse, mayOthersAnswer } = this.deps;
    const { identity } = notification;
    const owner = this.ownerOf(notification);
    const item = notifiableOf(itemAt(identity.target, identity.pane_id));
    if (item === null) return { status: "drop", why: "answered" };
    const isAlone = owner === this.deps.ownName && !mayOthersAnswer();
    const hasWaited = outcome === `waits: ${TURN}`;
    if (!isAlone && !hasWaited && !(await isInUse(signal)))
      return { status: "later", at: clock.now() + TURN_MS * (isFar(identity) ? 2 : 1), why: TURN };
    const call = callName(item.attention);
    try {
      const asked = { call, phase: "ask", only_if_unwatched: terms.only_if_unwatched } as const;
      const answer = await this.tell(owner, asked);
      if (answer.answer === "tell") this.telling.set(key, call);
      return this.meaning(answer);
    } catch (error) {
      return { status: "later", at: clock.now() + ASK_AGAIN_MS, why: `${owner}: ${messageOf(error)}` };
    }
  }

  /** A notification of ours was sent, or not. If the member cannot be told so, it lets others try after a while. */
  settled({ key, notification }: Pick<Delivery, "key" | "notification">, isTold: boolean): void {
    const call = this.telling.get(key);
    this.telling.delete(key);
    if (call === undefined) return;
    this.tell(this.ownerOf(notification), { call, phase: isTold ? "told" : "failed" }).catch(() => undefined);
  }

  /** Another member asks of one of our calls, or says what became of it. */
  async take({ call, phase, only_if_unwatched = false }: TellRequest, member: string): Promise<TellAnswer> {
    const { tellers, own, stillOpen, isWatched } = this.deps;
    const closed: TellAnswer = { schema_version: 1, answer: "closed", by: null };
    if (phase === "told") tellers.told(call, member);
    if (phase === "failed") tellers.failed(call, member);
    if (phase !== "ask") return closed;
    const pane = own().find((item) => {
      const known = notifiableOf(item);
      return known !== null && callName(known.attention) === call;
    });
    if (pane === undefined || (await stillOpen([call])).length === 0) return closed;
    if (only_if_unwatched && (await isWatched(pane, AbortSignal.timeout(ASK_MS))))
      return { ...closed, answer: "watched" };
    return tellers.ask(call, member);
  }

  private ownerOf({ identity }: Pick<Notification, "identity">): string {
    return isFar(identity) ? (identity.target.split(".")[0] ?? "") : this.deps.ownName;
  }

  private async tell(owner: string, request: TellRequest): Promise<TellAnswer> {
    const { ownName, tellers, ask } = this.deps;
    if (owner === ownName) {
      if (request.phase === "ask") return tellers.ask(request.call, ownName);
      return this.take(request, ownName);
    }
    const { method, path } = ENDPOINTS.attention.tell;
    const asked = { method, path, body: JSON.stringify(request), user: "agtmux", timeoutMs: ASK_MS };
    const { status, body } = await ask(owner, asked as AskedHere);
    if (status === 200) return TellAnswer.parse(parseJson(body));
    const refusal = ErrorBody.safeParse(parseJson(body));
    throw new Error(refusal.success ? refusal.data.message : "its answer cannot be read");
  }

  private meaning({ answer, by }: TellAnswer): NotNow | null {
    const at = this.deps.clock.now() + ASK_AGAIN_MS;
    switch (answer) {
      case "tell":
        return null;
      case "told":
        return { status: "drop", why: `told on ${by}` };
      case "closed":
        return { status: "drop", why: "answered" };
      case "taken":
        return { status: "later", at: this.deps.clock.now() + TURN_MS, why: `${by} is about to tell it` };
      case "watched":
        return { status: "later", at, why: "somebody looks at it" };
      default:
        return answer satisfies never;
    }
  }
}
