import { createHash } from "node:crypto";
import { type Allowing, lackOf, type Need, needOf, refusalFor } from "../../core/fleet/forwarded-routes.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import type { ActionName } from "../../core/protocol/actions/actions.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { statusOf } from "../../core/protocol/base/status-of.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import { MemberRequest, type MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import { ARRIVE_MS } from "./arrive-ms.ts";
import { askerOf, inboxOf } from "./fleet-subjects.ts";
import { withoutAnswers } from "./without-answers.ts";

const KEPT = 1_000;
const LONGEST_KEY = 200;

/** The member for which something is done. */
export interface ServedMember extends Asker {
  user: string;
  /** Without that role nothing that it sends may answer an agent. */
  mayAnswer: boolean;
}

/** Does a request of the API in the name of another member. */
export type ServeMember = (
  request: Pick<MemberRequest, "method" | "path" | "body">,
  asker: ServedMember,
) => Promise<MemberResponse>;

export interface DeskDeps extends Allowing {
  serve: ServeMember;
  /** A member asked for an action that it may not ask for. */
  onRefused(refused: RefusedAct): void;
  /** On the server's clock: the time now, and when this daemon started; null before they are known. */
  serverTimes(): { now: number; startedAt: number } | null;
}

/** An action that a member asked for without the role. */
export interface RefusedAct {
  action: ActionName;
  asker: Asker & { user: string };
  /** The pane or question that it named. */
  ref: string | null;
  fault: Fault;
}

/** Takes requests of other members, and does those that they may ask for, each once. */
export class RequestDesk {
  private readonly deps: DeskDeps;
  private readonly taken = new Map<string, Promise<MemberResponse>>();

  constructor(deps: DeskDeps) {
    this.deps = deps;
  }

  /** `subject` and `reply` are those of the message: the server vouches for the asker's name in both. */
  take(text: string, subject: string, reply: string): Promise<MemberResponse> {
    const from = askerOf(subject);
    const parsed = MemberRequest.safeParse(parseJson(text));
    try {
      // a stream's delivery or republication has another reply, and may carry any subject
      if (from === null || !reply.startsWith(`${inboxOf(from.member)}.`))
        throw new Fault(
          "E_NOT_ALLOWED",
          "a request is answered in the inbox of the member that asks, and nowhere else",
        );
      if (!parsed.success) throw new Fault("E_INVALID_INPUT", "the request of the member cannot be read");
      return this.once(from, parsed.data);
    } catch (error) {
      return Promise.resolve(responseOf(error));
    }
  }

  private once(from: Asker, request: MemberRequest): Promise<MemberResponse> {
    const key = `${from.member} ${from.person ?? ""} ${request.request_id}`;
    const known = this.taken.get(key);
    if (known !== undefined) return known;
    this.require(from, request);
    const own = ownRequest(from.member, { ...request, body: this.bodyFor(from, request) });
    const mayAnswer = lackOf(["answer"], "answer", from, this.deps) === null;
    const done = this.deps.serve(own, { ...from, user: request.user, mayAnswer }).catch(responseOf);
    this.taken.set(key, done);
    for (const old of [...this.taken.keys()].slice(0, Math.max(0, this.taken.size - KEPT))) this.taken.delete(old);
    return done;
  }

  /** The body of what is done; of a prompt it is narrowed if the member may not answer. */
  private bodyFor(from: Asker, request: MemberRequest): string | null {
    const { method, path, body } = request;
    const need = needOf(method, path);
    const lack = lackOf(["answer"], "answer", from, this.deps);
    if (need?.role !== "send" || lack === null) return body;
    const prompt = withoutAnswers(body);
    if (prompt.ok) return prompt.body;
    throw this.refused(`${prompt.why}, which may be an answer: ${lack}`, need, from, request);
  }

  /** The refusal, which is recorded. */
  private refused(
    words: string,
    { action }: Need,
    from: Asker,
    { body, user }: Pick<MemberRequest, "body" | "user">,
  ): Fault {
    const fault = new Fault("E_NOT_ALLOWED", words);
    if (action !== undefined) this.deps.onRefused({ action, asker: { ...from, user }, ref: namedIn(body), fault });
    return fault;
  }

  private require(from: Asker, { method, path, deadline, body, user }: MemberRequest): void {
    const need: Need | null = needOf(method, path);
    if (need === null) throw new Fault("E_NOT_ALLOWED", `no member does ${method} ${path.split("?")[0]} for another`);
    const refusal = refusalFor(need, from, this.deps);
    if (refusal !== null) throw this.refused(refusal, need, from, { body, user });
    const times = this.deps.serverTimes();
    // an earlier daemon may have done it, and what that one has done is not known here
    if (times === null || deadline - ARRIVE_MS < times.startedAt)
      throw new Fault(
        "E_TIMEOUT",
        "the daemon there has just started, and did nothing: see whether it is done, or ask again",
      );
    const { now } = times;
    if (now > deadline)
      throw new Fault(
        "E_TIMEOUT",
        `the request arrived ${Math.round((now - deadline) / 1_000)} s too late: nothing was done`,
      );
  }
}

/** An idempotency key is the asker's own: another member's with the same text is another one. */
function ownRequest(
  from: string,
  { method, path, body }: MemberRequest,
): Pick<MemberRequest, "method" | "path" | "body"> {
  const asked = body === null ? null : parseJson(body);
  if (typeof asked !== "object" || asked === null || !("idempotency_key" in asked)) return { method, path, body };
  const key = `${from}/${String(asked.idempotency_key)}`;
  const short = key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
  return { method, path, body: JSON.stringify({ ...asked, idempotency_key: short }) };
}

/** The pane or question that a request names. */
function namedIn(body: string | null): string | null {
  const asked = body === null ? null : parseJson(body);
  if (typeof asked !== "object" || asked === null) return null;
  const names = [Reflect.get(asked, "ref"), Reflect.get(asked, "question_id")];
  return names.find((name) => typeof name === "string") ?? null;
}

export function responseOf(error: unknown): MemberResponse {
  const fault = error instanceof Fault ? error : new Fault("E_INTERNAL", messageOf(error));
  return { status: statusOf(fault), body: JSON.stringify(fault.toBody()) };
}
