import { divideSelection } from "../../core/fleet/divide-selection.ts";
import { isJsonBody, type JsonBody } from "../../core/fleet/json-body.ts";
import { memberError, memberWords } from "../../core/fleet/member-error.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { memberRef } from "../../core/fleet/own-ref.ts";
import { callName } from "../../core/notify/same-call.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { MemberRefusal } from "../../core/protocol/lists/attention-list.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { AskedHere } from "./asked-here.ts";
import type { OwnersById } from "./owners-by-id.ts";
import { responseOf } from "./request-desk.ts";

export interface AttentionForwardingDeps {
  own(): readonly PaneItem[];
  others(): readonly PaneItem[];
  /** The pane of another member that a ref names; null if it names one of ours, or none. */
  findOther(ref: string): PaneItem | null;
  /** Of calls: one that was seen is in no list any more, and can be taken back. */
  owners: OwnersById;
  /** Throws if the member does not answer. */
  ask(member: string, asked: AskedHere): Promise<MemberResponse>;
}

/** Marks calls as seen and puts them off, each where its pane is. One request may name panes of several members. */
export class AttentionForwarding {
  private readonly deps: AttentionForwardingDeps;

  constructor(deps: AttentionForwardingDeps) {
    this.deps = deps;
  }

  /** Null if the request is about our own panes only. `doHere` does the part that is. */
  async forward(asked: AskedHere, doHere: (body: string) => Promise<MemberResponse>): Promise<MemberResponse | null> {
    const { own, others, findOther } = this.deps;
    const body = parseJson(asked.body ?? "");
    if (!isJsonBody(body)) return null;
    const { here, there } = divideSelection(body, {
      ...{ own: own(), others: others(), findOther },
      ownerOf: (id) => this.deps.owners.of(id),
    });
    if (there.size === 0) return null;
    // first what may be wrong with the request itself
    const ours = here === null ? null : await doHere(JSON.stringify(here));
    if (ours !== null && ours.status !== 200) return ours;
    const theirs = await Promise.all([...there].map(([member, part]) => this.askFor(member, part, asked)));
    const done = theirs.filter(({ response }) => response.status === 200);
    const [first] = theirs;
    if (ours === null && done.length === 0 && first !== undefined) return refusedBy(first);
    const refused = theirs.filter((each) => !done.includes(each)).map(refusalOf);
    return { status: 200, body: JSON.stringify(merged(ours, done, refused)) };
  }

  /**
   * Each call is claimed at the member that has its pane, so that one device in the whole fleet rings. What a member
   * does not grant is not claimed: its own devices ring. Null if all calls are our own.
   */
  async claim(asked: AskedHere, doHere: (body: string) => Promise<MemberResponse>): Promise<MemberResponse | null> {
    const body = parseJson(asked.body ?? "");
    const names = isJsonBody(body) && Array.isArray(body.attention_ids) ? body.attention_ids : [];
    const own = new Set(this.deps.own().map(nameOfCall));
    const others = new Map(this.deps.others().map((pane) => [nameOfCall(pane), pane.identity.member]));
    const ownerOf = (name: unknown) => (own.has(String(name)) ? undefined : others.get(String(name)));
    const members = new Set(names.flatMap((name) => ownerOf(name) ?? []));
    if (members.size === 0) return null;
    const ours = names.filter((name) => ownerOf(name) === undefined);
    const parts = [...members].map(async (member) => {
      const attention_ids = names.filter((name) => ownerOf(name) === member);
      const response = await this.deps.ask(member, { ...asked, body: JSON.stringify({ attention_ids }) });
      const claimed = response.status === 200 ? claimedIn(response) : [];
      return attention_ids.filter((name) => claimed.includes(name));
    });
    const [here, ...theirs] = await Promise.all([
      ours.length === 0 ? null : doHere(JSON.stringify({ attention_ids: ours })),
      ...parts.map((part) => part.catch(() => [])),
    ]);
    if (here != null && here.status !== 200) return here;
    const claimed = [...(here == null ? [] : claimedIn(here)), ...theirs.flat()];
    return { status: 200, body: JSON.stringify({ schema_version: 1, claimed }) };
  }

  private async askFor(member: string, part: JsonBody, asked: AskedHere): Promise<Told> {
    const sent = { ...asked, body: JSON.stringify(part) };
    const response = await this.deps.ask(member, sent).catch(responseOf);
    if (response.status === 200)
      for (const { attention_id } of itemsIn(response)) this.deps.owners.note(attention_id, member);
    return { member, response };
  }
}

/** Of a pane that calls nobody, a name that no call has. */
function nameOfCall({ attention }: PaneItem): string {
  return attention === null ? "" : callName(attention);
}

function claimedIn({ body }: MemberResponse): unknown[] {
  const report = parseJson(body);
  return isJsonBody(report) && Array.isArray(report.claimed) ? report.claimed : [];
}

interface Told {
  member: string;
  response: MemberResponse;
}

function refusalOf({ member, response }: Told): MemberRefusal {
  const told = ErrorBody.safeParse(parseJson(response.body));
  if (!told.success) return { member, ...UNREADABLE };
  return { member, code: told.data.code, message: memberWords(told.data.message, member) };
}

function refusedBy({ member, response }: Told): MemberResponse {
  const told = ErrorBody.safeParse(parseJson(response.body));
  return told.success ? { ...response, body: JSON.stringify(memberError(told.data, member)) } : response;
}

const UNREADABLE = { code: "E_INTERNAL", message: "its answer cannot be read" } as const;

/** One report of all. */
function merged(ours: MemberResponse | null, done: readonly Told[], refused: readonly MemberRefusal[]): JsonBody {
  const first = parseJson(ours?.body ?? done[0]?.response.body ?? "");
  const base = isJsonBody(first) ? first : {};
  const list = listIn(base);
  const all = [...(ours === null ? [] : itemsIn(ours)), ...done.flatMap(namedItems)];
  return { ...base, [list]: all, ...(refused.length > 0 && { refused }) };
}

function namedItems({ member, response }: Told): JsonBody[] {
  return itemsIn(response).map((item) => ({ ...item, ref: memberRef(String(item.ref), member) }));
}

function itemsIn({ body }: MemberResponse): JsonBody[] {
  const report = parseJson(body);
  const items = isJsonBody(report) ? report[listIn(report)] : [];
  return Array.isArray(items) ? items.filter(isJsonBody) : [];
}

function listIn(report: JsonBody): "seen" | "snoozed" {
  return "snoozed" in report ? "snoozed" : "seen";
}
