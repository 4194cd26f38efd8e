import type { ReviewComment } from "../../../core/review/comment-message.ts";
import { createStore, type Store } from "../../live/store.ts";

/** Comments that were not sent yet, by pane; they outlive the dialog. */
export const drafts: Store<ReadonlyMap<string, readonly ReviewComment[]>> = createStore<
  ReadonlyMap<string, readonly ReviewComment[]>
>(new Map());

export function changeDrafts(
  pane: string,
  change: (comments: readonly ReviewComment[]) => readonly ReviewComment[],
): void {
  drafts.set(new Map(drafts.get()).set(pane, change(drafts.get().get(pane) ?? [])));
}

const VIEWED = "agtmux:viewed";
const MOST_VIEWED = 500;

/** Files that the person has looked at, as they were then: another diff of the file is another mark. */
export const viewed: Store<ReadonlySet<string>> = createStore<ReadonlySet<string>>(new Set(readViewed()));

export function setViewed(mark: string, isViewed: boolean): void {
  const others = [...viewed.get()].filter((each) => each !== mark);
  const next = isViewed ? [...others, mark].slice(-MOST_VIEWED) : others;
  viewed.set(new Set(next));
  try {
    localStorage.setItem(VIEWED, JSON.stringify(next));
  } catch {
    // a forbidden storage only costs the memory
  }
}

function readViewed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(VIEWED) ?? "[]");
    return Array.isArray(stored) ? stored.filter((mark) => typeof mark === "string") : [];
  } catch {
    return [];
  }
}

/** Short, and another one for another text. */
export function markOf(name: string, text: string): string {
  let hash = 5381;
  for (let n = 0; n < text.length; n += 1) hash = (hash * 33 + text.charCodeAt(n)) >>> 0;
  return `${name} ${text.length.toString(36)} ${hash.toString(36)}`;
}
