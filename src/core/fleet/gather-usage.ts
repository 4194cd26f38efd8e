import type { UsageItem, UsageList } from "../protocol/lists/usage.ts";
import { addUsed } from "../usage/add-used.ts";
import { memberTarget } from "./fleet-names.ts";

/** A member's answer when it was asked for its usage: the figures, or the reason why there are none. */
export type ToldUsage = { name: string; list: UsageList } | { name: string; error: NonNullable<MemberError> };
type MemberError = NonNullable<UsageList["members"]>[number]["error"];

/**
 * One list of all members' usage. Rows of days, agents and models are sums over the members; folders and accounts
 * belong to a machine, and have the member's name before their target.
 */
export function gatherUsage(own: UsageList, ownName: string, others: readonly ToldUsage[]): UsageList {
  const told = others.flatMap((each) => ("list" in each ? [each] : []));
  const lists = [{ name: ownName, list: own }, ...told];
  const members = [
    { name: ownName, error: null, sum: own.sum },
    ...others.map((each) =>
      "list" in each ? { name: each.name, error: null, sum: each.list.sum } : { ...each, sum: null },
    ),
  ];
  const items =
    own.by === "member"
      ? lists.map(({ name, list }) => ({ key: name, target: null, ...list.sum }))
      : merged([...own.items, ...told.flatMap(({ name, list }) => list.items.map((item) => placed(item, name)))]);
  const limits = told.flatMap(({ name, list }) => list.limits.map((limit) => placed(limit, name)));
  return {
    ...own,
    items: own.by === "day" ? items.sort(byKey) : items.sort((a, b) => b.total - a.total || byKey(a, b)),
    sum: addUsed(lists.map(({ list }) => list.sum)),
    limits: [...own.limits, ...limits],
    members,
  };
}

function placed<Row extends { target: string | null }>(row: Row, member: string): Row {
  return row.target === null ? row : { ...row, target: memberTarget(member, row.target) };
}

function merged(items: readonly UsageItem[]): UsageItem[] {
  const groups = new Map<string, UsageItem[]>();
  for (const item of items) {
    const name = JSON.stringify([item.key, item.target]);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups.values()].map((group) => {
    const [{ key, target } = { key: "", target: null }] = group;
    return { key, target, ...addUsed(group) };
  });
}

function byKey(a: UsageItem, b: UsageItem): number {
  return a.key < b.key ? -1 : 1;
}
