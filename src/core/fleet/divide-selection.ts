import type { PaneItem } from "../protocol/lists/lists.ts";
import type { JsonBody } from "./json-body.ts";
import { ownRef } from "./own-ref.ts";

/** A selection of calls, divided by who has the panes. */
export interface DividedSelection {
  /** Null if nothing of ours is selected. */
  here: JsonBody | null;
  /** By member. */
  there: Map<string, JsonBody>;
}

export interface SelectionSources {
  own: readonly PaneItem[];
  others: readonly PaneItem[];
  /** The pane of another member that a ref names; null if it names one of ours, or none. */
  findOther(ref: string): PaneItem | null;
  /** The member that had this call when it was last marked as seen or put off from here; it may be in no list any more. */
  ownerOf(attentionId: string): string | undefined;
}

const LISTS = ["attention_ids", "runtime_ids", "refs"] as const;

/** Divides a request that selects calls by id, runtime, ref or all. What nobody has stays here, where it is refused. */
export function divideSelection(body: JsonBody, sources: SelectionSources): DividedSelection {
  const { own, others, findOther, ownerOf } = sources;
  const there = new Map<string, JsonBody>();
  const rest = { ...body, all: undefined, attention_ids: [], runtime_ids: [], refs: [] };
  const add = (member: string, list: (typeof LISTS)[number], id: string) => {
    const part = there.get(member) ?? { ...rest };
    there.set(member, { ...part, [list]: [...(part[list] as string[]), id] });
  };
  const isOwn = (fits: (pane: PaneItem) => boolean) => own.some(fits);
  const otherWith = (fits: (pane: PaneItem) => boolean) => (isOwn(fits) ? undefined : others.find(fits));

  const attentionIds = textsIn(body.attention_ids).filter((id) => {
    const member = otherWith(({ attention }) => attention?.attention_id === id)?.identity.member;
    const owner = member ?? (isOwn(({ attention }) => attention?.attention_id === id) ? undefined : ownerOf(id));
    if (owner !== undefined) add(owner, "attention_ids", id);
    return owner === undefined;
  });
  const runtimeIds = textsIn(body.runtime_ids).filter((id) => {
    const member = otherWith(({ runtime_id }) => runtime_id === id)?.identity.member;
    if (member !== undefined) add(member, "runtime_ids", id);
    return member === undefined;
  });
  const refs = textsIn(body.refs).filter((ref) => {
    const pane = findOther(ref);
    if (pane?.identity.member !== undefined) add(pane.identity.member, "refs", ownRef(pane.identity));
    return pane === null;
  });
  if (body.all === true)
    for (const { attention, identity } of others)
      if (attention !== null && identity.member !== undefined)
        add(identity.member, "attention_ids", attention.attention_id);

  const isLeft = body.all === true || attentionIds.length + runtimeIds.length + refs.length > 0 || there.size === 0;
  const here = isLeft ? { ...body, attention_ids: attentionIds, runtime_ids: runtimeIds, refs } : null;
  return { here, there };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
