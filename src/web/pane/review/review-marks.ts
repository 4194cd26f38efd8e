import type { ReviewComment } from "../../../core/review/comment-message.ts";
import { createStore, type Store } from "../../live/store.ts";

type Drafts = ReadonlyMap<string, readonly ReviewComment[]>;

const DRAFTS = "agtmux:drafts";
const MOST_PANES = 50;

/** Comments that were not sent yet, by pane; they outlive the dialog and the page. */
export const drafts: Store<Drafts> = createStore<Drafts>(readDrafts());

export function changeDrafts(
  pane: string,
  change: (comments: readonly ReviewComment[]) => readonly ReviewComment[],
): void {
  const next = new Map(drafts.get());
  const comments = change(next.get(pane) ?? []);
  // the newest last
  next.delete(pane);
  if (comments.length > 0) next.set(pane, comments);
  drafts.set(next);
  keep(DRAFTS, [...next].slice(-MOST_PANES));
}

const VIEWED = "agtmux:viewed";
const MOST_VIEWED = 500;

/** Files that the person has looked at, as they were then: another diff of the file is another mark. */
export const viewed: Store<ReadonlySet<string>> = createStore<ReadonlySet<string>>(new Set(readViewed()));

export function setViewed(mark: string, isViewed: boolean): void {
  const others = [...viewed.get()].filter((each) => each !== mark);
  const next = isViewed ? [...others, mark].slice(-MOST_VIEWED) : others;
  viewed.set(new Set(next));
  keep(VIEWED, next);
}

function readViewed(): string[] {
  return kept(VIEWED).filter((mark) => typeof mark === "string");
}

function readDrafts(): Drafts {
  return new Map(kept(DRAFTS).filter(isDraft));
}

function isDraft(entry: unknown): entry is [string, readonly ReviewComment[]] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]) && entry[1].every(isComment);
}

function isComment(value: unknown): value is ReviewComment {
  if (typeof value !== "object" || value === null) return false;
  const { file, line, side, quote, words } = value as Record<string, unknown>;
  const texts = [file, quote, words].every((each) => typeof each === "string");
  return texts && typeof line === "number" && (side === "old" || side === "new");
}

function keep(name: string, values: readonly unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(values));
  } catch {
    // a forbidden or full storage only costs the memory
  }
}

function kept(name: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(stored) ? stored : [];
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
