import { GENERIC } from "../engine/bind.ts";
import { isGivenName, nameOf, programOf, THIS_MACHINE } from "../lists/who.ts";
import { parseRef, type Ref } from "../protocol/base/refs.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

export interface Candidate {
  ref: string;
  what: string;
}

export type RefMatch =
  | { status: "found"; item: PaneItem }
  | { status: "invalid"; fault: string }
  | { status: "missing" }
  | { status: "ambiguous"; candidates: Candidate[] };

/**
 * The one pane that a ref names: by the grammar, or by any name that only one pane has. If several panes have the name
 * and one of them has an agent, that one is meant; of several agents, the one that what is to be done fits. A pane id
 * alone is one of this machine, as in tmux; only if there is none, one of another machine.
 */
export function matchRef(text: string, items: readonly PaneItem[], fits: Fits = () => false): RefMatch {
  if (/^(runtime|pane):/.test(text)) {
    const parsed = parseRef(text);
    if (!parsed.ok) return { status: "invalid", fault: parsed.fault };
    return theOne(items.filter((item) => isNamed(item, parsed.ref)));
  }
  if (text.trim() === "") return { status: "invalid", fault: "an empty ref names nothing" };
  if (/^%\d+$/.test(text)) return theOne(withPaneId(text, items));
  const matches = items.filter((item) => isCalled(item, text));
  const agents = matches.filter(isAgent);
  if (agents.length === 1) return theOne(agents);
  const fitting = matches.filter(fits);
  return theOne(fitting.length > 0 ? fitting : matches);
}

/** Whether what is to be done can be done there. */
export type Fits = (item: PaneItem) => boolean;

/** For people: as lists call it, the place in tmux's notation, and its label. */
export function describePane(item: PaneItem): string {
  const { identity, agent, label, window_index, pane_index } = item;
  const where = `${identity.session_name}:${window_index}.${pane_index} (${identity.pane_id}) on ${identity.target}`;
  if (agent === null && item.attention === null) return `${programOf(item)} in ${where}`;
  return `${nameOf(item)} [${programOf(item)}] in ${where}, ${label}`;
}

function theOne(matches: readonly PaneItem[]): RefMatch {
  const [only, ...others] = matches;
  if (only === undefined) return { status: "missing" };
  if (others.length === 0) return { status: "found", item: only };
  return { status: "ambiguous", candidates: matches.map((item) => ({ ref: item.ref, what: describePane(item) })) };
}

function withPaneId(paneId: string, items: readonly PaneItem[]): PaneItem[] {
  const all = items.filter(({ identity }) => identity.pane_id === paneId);
  const here = all.filter(({ identity }) => identity.target === THIS_MACHINE);
  return here.length > 0 ? here : all;
}

function isNamed(item: PaneItem, ref: Ref): boolean {
  if (ref.type === "runtime") return item.runtime_id === ref.runtime_id;
  const { identity } = item;
  return (
    identity.target === ref.target &&
    identity.session_name === ref.session &&
    (ref.window === identity.window_id || ref.window === String(item.window_index)) &&
    (ref.pane === identity.pane_id || ref.pane === String(item.pane_index))
  );
}

/** `vm1/api` is a name on a target; a name without a target is one of the pane's own names. */
function isCalled(item: PaneItem, text: string): boolean {
  if (isOwnName(item, text)) return true;
  const slash = text.indexOf("/");
  const { target, member } = item.identity;
  if (slash < 0) return text === target || text === member;
  const [first, rest] = [text.slice(0, slash), text.slice(slash + 1)];
  if (first === target || first === member) return rest === "" || isOwnName(item, rest) || isPath(item, rest);
  return isPath(item, text);
}

const MIN_RUNTIME_PREFIX = 6;

function isOwnName(item: PaneItem, text: string): boolean {
  const { identity, agent, runtime_id, window_name } = item;
  if (text === identity.pane_id || text === identity.window_id || text === identity.session_name) return true;
  if (text === window_name && isGivenName(window_name, item)) return true;
  if (agent !== null && agent !== GENERIC && text.toLowerCase() === agent) return true;
  if (text.length >= MIN_RUNTIME_PREFIX && runtime_id?.startsWith(text)) return true;
  return isTmuxTarget(item, text);
}

/** `session:window.pane`, each part as tmux accepts it; the session may be prefixed with `=`. */
function isTmuxTarget({ identity, window_index, window_name, pane_index }: PaneItem, text: string): boolean {
  const { session_name, window_id, pane_id } = identity;
  for (const name of [session_name, `=${session_name}`]) {
    if (!text.startsWith(`${name}:`)) continue;
    const rest = text.slice(name.length + 1);
    for (const window of [window_id, String(window_index), window_name]) {
      if (rest === window) return true;
      if (rest === `${window}.${pane_index}` || rest === `${window}.${pane_id}`) return true;
    }
    if (rest === "" || rest === pane_id) return true;
  }
  return false;
}

/** `session/agent`, `session/window` and `session/window/pane`. */
function isPath({ identity, agent, window_index, window_name, pane_index }: PaneItem, text: string): boolean {
  const { session_name, window_id, pane_id } = identity;
  if (!text.startsWith(`${session_name}/`)) return false;
  const rest = text.slice(session_name.length + 1);
  const windows = [window_id, String(window_index), window_name];
  const panes = [pane_id, String(pane_index)];
  if (rest === pane_id || (agent !== null && rest === agent) || windows.includes(rest)) return true;
  return windows.some((window) => panes.some((pane) => rest === `${window}/${pane}`));
}

function isAgent({ agent }: PaneItem): boolean {
  return agent !== null && agent !== GENERIC;
}
