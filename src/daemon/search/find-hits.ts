import type { SearchHit } from "../../core/protocol/search/search.ts";
import { formatConversationRef } from "../../core/search/conversation-ref.ts";
import { matchExpression } from "../../core/search/match-expression.ts";
import { IDS_PER_MS, placeOf, type SearchIndex } from "./search-index.ts";

export interface Wanted {
  words: string;
  agents: readonly string[];
  project?: string | undefined;
  since?: number | undefined;
  limit: number;
}

/** A hit as the index knows it. */
export type IndexHit = Omit<SearchHit, "pane"> & { path: string };

/** Marks of hits; texts are indexed without control characters. */
const [OPEN, CLOSE] = ["\u0001", "\u0002"];
const SNIPPET_WORDS = 24;
/** A turn often has the words several times, and is told once. */
const LOOK_AT = [3, 20] as const;

interface Row {
  id: number;
  kind: SearchHit["kind"];
  turn: number;
  name: string;
  agent: string;
  path: string;
  directory: string | null;
  prompt: string | null;
  start: number | null;
  snippet: string;
}

/**
 * The newest turns that hold the words. Node gives numbers to SQLite as floating-point numbers, and the full-text search
 * ignores such a bound, hence the casts.
 */
export function findHits(index: SearchIndex, wanted: Wanted): { hits: IndexHit[]; has_more: boolean } {
  const match = expressionFor(index, wanted);
  if (match === null) return { hits: [], has_more: false };
  for (const lookAt of LOOK_AT) {
    const rows = rowsFor(index, match, wanted.since ?? 0, wanted.limit * lookAt);
    const turns = new Map<string, Row>();
    for (const row of rows) {
      const key = `${row.name} ${row.turn}`;
      if (!turns.has(key)) turns.set(key, row);
    }
    const isEnd = rows.length < wanted.limit * lookAt;
    if (!isEnd && turns.size <= wanted.limit && lookAt !== LOOK_AT.at(-1)) continue;
    const shown = [...turns.values()].slice(0, wanted.limit);
    return { hits: shown.map(hitOf), has_more: turns.size > wanted.limit || !isEnd };
  }
  return { hits: [], has_more: false };
}

/** The snippets come with the rows: to ask for them one by one would search for the words each time. */
function rowsFor(index: SearchIndex, match: string, since: number, limit: number): Row[] {
  return index.db
    .prepare<[string, number, number], Row>(
      `SELECT p.id, p.kind, p.turn, c.name, c.agent, c.path, j.directory, t.prompt, t.start,
      snippet(words, 0, '${OPEN}', '${CLOSE}', '…', ${SNIPPET_WORDS}) AS snippet
      FROM words JOIN pieces p ON p.id = words.rowid JOIN conversations c ON c.id = p.conversation
      LEFT JOIN projects j ON j.id = c.project LEFT JOIN turns t ON t.id = p.turn
      WHERE words MATCH ? AND words.rowid >= CAST(? AS INTEGER) ORDER BY words.rowid DESC LIMIT ?`,
    )
    .all(match, Math.floor(since * IDS_PER_MS), limit);
}

function expressionFor(index: SearchIndex, { words, agents, project }: Wanted): string | null {
  const text = matchExpression(words);
  if (text === null) return null;
  const parts = [`text : (${text})`];
  if (agents.length > 0)
    parts.push(`place : (${agents.map((agent) => quoted(placeOf(agent, 0).split(" ")[0])).join(" OR ")})`);
  if (project !== undefined) {
    const ids = index.db
      .prepareColumn<[string], number>("SELECT id FROM projects WHERE instr(lower(directory), lower(?)) > 0")
      .all(project);
    if (ids.length === 0) return null;
    parts.push(`place : (${ids.map((id) => quoted(`project${id}`)).join(" OR ")})`);
  }
  return parts.join(" AND ");
}

function quoted(word: string | undefined): string {
  return `"${word}"`;
}

function hitOf({ id, kind, name, agent, path, directory, prompt, start, snippet }: Row): IndexHit {
  return {
    ref: formatConversationRef({ id: name, from: start ?? 0 }),
    agent,
    path,
    project: directory,
    at: Math.floor(id / IDS_PER_MS),
    kind,
    turn: prompt ?? "",
    snippet: partsOf(snippet),
  };
}

function partsOf(snippet: string): SearchHit["snippet"] {
  return snippet.split(/(\u0001[^\u0002]*\u0002)/).flatMap((part) => {
    const is_hit = part.startsWith(OPEN);
    return part === "" ? [] : [{ text: is_hit ? part.slice(1, -1) : part, is_hit }];
  });
}
