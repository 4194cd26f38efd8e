import type { SearchHit } from "../../core/protocol/search/search.ts";
import { formatConversationRef } from "../../core/search/conversation-ref.ts";
import { matchExpression } from "../../core/search/match-expression.ts";
import { placeOf, type SearchIndex } from "./search-index.ts";
import { IDS_PER_MS } from "./word-tables.ts";

export interface Wanted {
  words: string;
  agents: readonly string[];
  project?: string | undefined;
  since?: number | undefined;
  /** Where an earlier search ended. */
  until?: number | undefined;
  limit: number;
}

/** A hit as the index knows it. */
export type IndexHit = Omit<SearchHit, "pane" | "is_sub_agent" | "target"> & { path: string; target: string };

export interface Hits {
  hits: IndexHit[];
  has_more: boolean;
  /** What was said before was not looked at yet; null if all was. */
  searched_to: number | null;
}

/** Marks of hits; texts are indexed without control characters. */
const [OPEN, CLOSE] = ["\u0001", "\u0002"];
const SNIPPET_WORDS = 24;
/** A turn often has the words several times, and is told once. */
const ROWS_PER_HIT = 2;

interface Row {
  id: number;
  kind: SearchHit["kind"];
  turn: number;
  name: string;
  agent: string;
  target: string;
  path: string;
  directory: string | null;
  prompt: string | null;
  start: number | null;
  snippet: string;
}

/** The newest turns that hold the words. `isLate`: a person waits, so what was found so far is told. */
export function findHits(index: SearchIndex, wanted: Wanted, isLate: () => boolean = () => false): Hits {
  const match = expressionFor(index, wanted);
  if (match === null) return { hits: [], has_more: false, searched_to: null };
  const turns = new Map<string, Row>();
  const told = (has_more: boolean, searched_to: number | null) => ({
    hits: [...turns.values()].slice(0, wanted.limit).map(hitOf),
    has_more,
    searched_to,
  });
  const since = Math.floor((wanted.since ?? 0) * IDS_PER_MS);
  let until = Math.ceil(Math.min((wanted.until ?? Number.MAX_SAFE_INTEGER) * IDS_PER_MS, Number.MAX_SAFE_INTEGER));
  for (const { table, from } of index.words.between(since, until)) {
    for (let isRead = false; !isRead; ) {
      if (isLate()) return told(true, until / IDS_PER_MS);
      const rows = rowsIn(index, table, match, { since, until }, wanted.limit * ROWS_PER_HIT);
      for (const row of rows) {
        const key = `${row.name} ${row.turn}`;
        if (!turns.has(key)) turns.set(key, row);
      }
      if (turns.size > wanted.limit) return told(true, null);
      isRead = rows.length < wanted.limit * ROWS_PER_HIT;
      until = isRead ? from : (rows.at(-1)?.id ?? from);
    }
  }
  return told(false, null);
}

/**
 * The snippets come with the rows: to ask for them one by one would search for the words each time. Node gives numbers to
 * SQLite as floating-point numbers, and the full-text search ignores such a bound, hence the casts.
 */
function rowsIn(
  index: SearchIndex,
  table: string,
  match: string,
  { since, until }: { since: number; until: number },
  limit: number,
): Row[] {
  return index.db
    .prepare<[string, number, number, number], Row>(
      `SELECT p.id, p.kind, p.turn, c.name, c.agent, c.target, c.path, j.directory, t.prompt, t.start,
      snippet(${table}, 0, '${OPEN}', '${CLOSE}', '…', ${SNIPPET_WORDS}) AS snippet
      FROM ${table} JOIN pieces p ON p.id = ${table}.rowid JOIN conversations c ON c.id = p.conversation
      LEFT JOIN projects j ON j.id = c.project LEFT JOIN turns t ON t.id = p.turn
      WHERE ${table} MATCH ? AND ${table}.rowid >= CAST(? AS INTEGER) AND ${table}.rowid < CAST(? AS INTEGER)
      ORDER BY ${table}.rowid DESC LIMIT ?`,
    )
    .all(match, since, until, limit);
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

function hitOf({ id, kind, name, agent, target, path, directory, prompt, start, snippet }: Row): IndexHit {
  return {
    ref: formatConversationRef({ id: name, from: start ?? 0 }),
    agent,
    target,
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
