import { randomUUID } from "node:crypto";
import { matchRef } from "../../core/actions/match-ref.ts";
import { needOf } from "../../core/fleet/forwarded-routes.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatRef } from "../../core/protocol/base/refs.ts";
import { FLEET_VERSION } from "../../core/protocol/fleet/fleet.ts";
import { type MemberRequest, MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { findPane } from "../publish/refs.ts";

const REMEMBERED = 1_000;
const QUESTIONS_MS = 2_000;
/** It arrives at once, or its member is away. */
const ARRIVE_MS = 10_000;

export interface ForwardingDeps {
  own(): readonly PaneItem[];
  others(): readonly PaneItem[];
  /** Throws if the member does not answer. */
  ask(member: string, request: MemberRequest, timeoutMs: number): Promise<string>;
  serverNow(): number;
}

type Body = Record<string, unknown>;

/** A request as it came in. */
export interface AskedHere {
  method: "GET" | "POST";
  path: string;
  body: string | null;
  user: string;
  timeoutMs: number;
}

/** Sends requests about the panes of other members to those members. */
export class Forwarding {
  private readonly deps: ForwardingDeps;
  /** Whose snapshots and questions were told here, by their ids. */
  private readonly owners = new Map<string, string>();

  constructor(deps: ForwardingDeps) {
    this.deps = deps;
  }

  /** Null if the request is not about another member's pane. */
  async forward(asked: AskedHere): Promise<MemberResponse | null> {
    const body = parseJson(asked.body ?? "");
    const to = isBody(body) ? this.addressee(body) : null;
    if (to === null) return null;
    if (needOf(asked.method, asked.path) === null)
      throw new Fault("E_NOT_ALLOWED", `that pane is with ${to.member}: this is done there, not from here`);
    const sent = { ...asked, body: JSON.stringify(to.body) };
    const { status, body: text } = await this.ask(to.member, sent, asked.timeoutMs);
    const answer = parseJson(text);
    return { status, body: isBody(answer) ? JSON.stringify(this.named(answer, to.member)) : text };
  }

  /** The open questions of members with a pane that is blocked; of those that answer soon enough. */
  async questions(user: string): Promise<Question[]> {
    const blocked = this.deps.others().filter(({ shelf, state }) => shelf === "blocked" && state !== "unknown");
    const members = [...new Set(blocked.flatMap(({ identity }) => identity.member ?? []))];
    const path = "/v1/questions?state=open";
    const asked = { method: "GET", path, body: null, user, timeoutMs: QUESTIONS_MS } as const;
    const lists = await Promise.all(
      members.map(async (member) => {
        const { status, body } = await this.ask(member, asked, QUESTIONS_MS).catch(() => ({ status: 503, body: "" }));
        const list = parseJson(body);
        if (status !== 200 || !isBody(list) || !Array.isArray(list.items)) return [];
        return list.items.filter(isBody).map((item) => this.named(item, member) as unknown as Question);
      }),
    );
    return lists.flat();
  }

  private addressee(body: Body): { member: string; body: Body } | null {
    const { ref, snapshot, question_id, target } = body;
    if (typeof ref === "string") {
      if (matchRef(ref, this.deps.own()).status !== "missing") return null;
      const others = this.deps.others();
      const asks = ({ attention }: PaneItem) => attention?.kind === "input" || attention?.kind === "approval";
      if (matchRef(ref, others).status === "missing") return null;
      const { identity } = findPane(ref, others, asks);
      return { member: identity.member ?? "", body: { ...body, ref: ownRef(identity) } };
    }
    if (typeof target === "string" && target.includes(".")) {
      const [member = "", ...rest] = target.split(".");
      return { member, body: { ...body, target: rest.join(".") } };
    }
    const id = isBody(snapshot) ? snapshot.snapshot_id : question_id;
    const member = typeof id === "string" ? this.owners.get(id) : undefined;
    return member === undefined ? null : { member, body };
  }

  private async ask(member: string, asked: AskedHere, timeoutMs: number): Promise<MemberResponse> {
    const { method, path, body, user } = asked;
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

  /** Refs and targets in what a member says are its own: here they have its name. */
  private named(answer: Body, member: string): Body {
    const { ref, target, snapshot, question_id } = answer;
    if (isBody(snapshot) && typeof snapshot.snapshot_id === "string") this.remember(snapshot.snapshot_id, member);
    if (typeof question_id === "string") this.remember(question_id, member);
    return {
      ...answer,
      ...(typeof ref === "string" && { ref: ref.replace(/^pane:/, `pane:${member}.`) }),
      ...(typeof target === "string" && { target: `${member}.${target}` }),
      ...(isBody(snapshot) && { snapshot: { ...snapshot, target: `${member}.${String(snapshot.target)}` } }),
    };
  }

  private remember(id: string, member: string): void {
    this.owners.delete(id);
    this.owners.set(id, member);
    const [oldest] = this.owners.keys();
    if (this.owners.size > REMEMBERED && oldest !== undefined) this.owners.delete(oldest);
  }
}

function ownRef({ target, session_name: session, window_id: window, pane_id: pane }: PaneItem["identity"]): string {
  return formatRef({ type: "pane", target: target.slice(target.indexOf(".") + 1), session, window, pane });
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
