import { randomUUID } from "node:crypto";
import { matchRef } from "../../core/actions/match-ref.ts";
import { memberTarget } from "../../core/fleet/fleet-names.ts";
import { needOf } from "../../core/fleet/forwarded-routes.ts";
import { isJsonBody, type JsonBody } from "../../core/fleet/json-body.ts";
import { memberError } from "../../core/fleet/member-error.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { memberRef, ownRef } from "../../core/fleet/own-ref.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { FLEET_VERSION } from "../../core/protocol/fleet/fleet.ts";
import { type MemberRequest, MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { ENDPOINTS } from "../../core/protocol/routes/endpoints.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import { findPane } from "../publish/refs.ts";
import { ARRIVE_MS } from "./arrive-ms.ts";
import type { AskedHere } from "./asked-here.ts";
import { AttentionForwarding } from "./attention-forwarding.ts";
import { OwnersById, type StoredUnder } from "./owners-by-id.ts";

const QUESTIONS_MS = 2_000;

export interface ForwardingDeps {
  own(): readonly PaneItem[];
  others(): readonly PaneItem[];
  /** Throws if the member does not answer. */
  ask(member: string, request: MemberRequest, timeoutMs: number): Promise<string>;
  serverNow(): number;
  /** Where it is kept which member has a call. */
  callsKept?: StoredUnder;
}

/** Sends requests about the panes of other members to those members. */
export class Forwarding {
  private readonly deps: ForwardingDeps;
  /** The member that each snapshot and question is from, by its id. */
  private readonly owners = new OwnersById();
  /** Marks calls as seen, and puts them off. */
  readonly attention: AttentionForwarding;

  constructor(deps: ForwardingDeps) {
    this.deps = deps;
    this.attention = new AttentionForwarding({
      ...{ own: deps.own, others: deps.others, findOther: (ref) => this.findOther(ref) },
      owners: new OwnersById(deps.callsKept ?? null),
      ask: (member, asked) => this.ask(member, asked),
    });
  }

  /** Null if the request is not about another member's pane. */
  async forward(asked: AskedHere): Promise<MemberResponse | null> {
    const body = parseJson(asked.body ?? "");
    const to = isJsonBody(body) ? this.addressee(body) : null;
    if (to === null) return null;
    if (needOf(asked.method, asked.path) === null) throw onlyThere(asked.path, to);
    return this.told(to.member, await this.ask(to.member, { ...asked, body: JSON.stringify(to.body) }));
  }

  /** Why a pane of another member is in its state; null if it is no such pane. */
  async explain(ref: string, asked: AskedHere): Promise<MemberResponse | null> {
    const pane = this.findOther(ref);
    if (pane?.identity.member === undefined) return null;
    const path = `${asked.path}?ref=${encodeURIComponent(ownRef(pane.identity))}`;
    return this.told(pane.identity.member, await this.ask(pane.identity.member, { ...asked, path }));
  }

  /** The pane of another member that a ref names. What fits one of our own means that one. */
  findOther(ref: string): PaneItem | null {
    const others = this.deps.others();
    if (matchRef(ref, this.deps.own()).status !== "missing" || matchRef(ref, others).status === "missing") return null;
    const asks = ({ attention }: PaneItem) => attention?.kind === "input" || attention?.kind === "approval";
    return findPane(ref, others, asks);
  }

  /** The open questions of members with a pane that is blocked; of those that answer soon enough. */
  async questions(user: string): Promise<Question[]> {
    const blocked = this.deps.others().filter(({ shelf, state }) => shelf === "blocked" && state !== "unknown");
    const members = [...new Set(blocked.flatMap(({ identity }) => identity.member ?? []))];
    const path = "/v1/questions?state=open";
    const asked = { method: "GET", path, body: null, user, timeoutMs: QUESTIONS_MS } as const;
    const lists = await Promise.all(
      members.map(async (member) => {
        const { status, body } = await this.ask(member, asked).catch(() => ({ status: 503, body: "" }));
        const list = parseJson(body);
        if (status !== 200 || !isJsonBody(list) || !Array.isArray(list.items)) return [];
        return list.items.filter(isJsonBody).map((item) => this.named(item, member) as unknown as Question);
      }),
    );
    return lists.flat();
  }

  private addressee(body: JsonBody): { member: string; body: JsonBody } | null {
    const { ref, snapshot, question_id, target } = body;
    if (typeof ref === "string") {
      const identity = this.findOther(ref)?.identity;
      return identity === undefined
        ? null
        : { member: identity.member ?? "", body: { ...body, ref: ownRef(identity) } };
    }
    if (typeof target === "string" && target.includes(".")) {
      const [member = "", ...rest] = target.split(".");
      return { member, body: { ...body, target: rest.join(".") } };
    }
    const id = isJsonBody(snapshot) ? snapshot.snapshot_id : question_id;
    const member = this.owners.of(id);
    return member === undefined ? null : { member, body };
  }

  /** Throws if the member does not answer. */
  async ask(member: string, asked: AskedHere): Promise<MemberResponse> {
    const { method, path, body, user, timeoutMs } = asked;
    const request: MemberRequest = {
      fleet_version: FLEET_VERSION,
      request_id: randomUUID(),
      deadline: this.deps.serverNow() + ARRIVE_MS,
      ...{ method, path, body, user },
    };
    const parsed = MemberResponse.safeParse(parseJson(await this.deps.ask(member, request, timeoutMs)));
    if (!parsed.success) throw new Fault("E_INTERNAL", `the answer of ${member} cannot be read`);
    return parsed.data;
  }

  private told(member: string, { status, body }: MemberResponse): MemberResponse {
    const answer = parseJson(body);
    if (!isJsonBody(answer)) return { status, body };
    const { message } = answer;
    const isError = status !== 200 && typeof message === "string";
    const told = isError ? memberError({ ...answer, message }, member) : this.named(answer, member);
    return { status, body: JSON.stringify(told) };
  }

  /** Refs, targets and the words for a pane in what a member says are its own: here they have its name. */
  private named(answer: JsonBody, member: string): JsonBody {
    const { ref, target, snapshot, question_id, pane, what } = answer;
    if (isJsonBody(snapshot)) this.owners.note(snapshot.snapshot_id, member);
    this.owners.note(question_id, member);
    const placed = (item: JsonBody) => ({ ...item, target: memberTarget(member, String(item.target)) });
    return {
      ...answer,
      ...(typeof ref === "string" && { ref: memberRef(ref, member) }),
      ...(typeof what === "string" && { what: `${member}: ${what}` }),
      ...(typeof target === "string" && { target: memberTarget(member, target) }),
      ...(isJsonBody(snapshot) && { snapshot: placed(snapshot) }),
      ...(isJsonBody(pane) && { pane: this.named(pane, member) }),
      ...(isJsonBody(answer.identity) && { identity: { ...placed(answer.identity), member } }),
    };
  }
}

/** The refusal of a request that only works at the machine itself: it says how to do it there, or what to do from here. */
function onlyThere(path: string, { member, body }: { member: string; body: JsonBody }): Fault {
  const there = typeof body.ref === "string" ? shellQuote(body.ref) : "";
  const words =
    path === ENDPOINTS.actions.attach.path
      ? `that pane is on ${member}: run 'agtmux attach ${there}' there; from here, view-output, answer and send reach it`
      : `that pane is on ${member}: this is done there, not from here`;
  return new Fault("E_NOT_ALLOWED", words, { member });
}
