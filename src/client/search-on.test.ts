import { expect, it } from "vitest";
import type { SearchHit, SearchReport, SearchRequest } from "../core/protocol/search/search.ts";
import { searchOn } from "./search-on.ts";

function hit(ref: string): SearchHit {
  return {
    ref,
    pane: null,
    is_sub_agent: false,
    agent: "claude",
    target: null,
    project: null,
    at: 1,
    kind: "words",
    turn: "",
    snippet: [],
  };
}

/** A daemon that gives these answers, one after the other, and keeps what it was asked. */
function answering(...answers: [refs: string[], searched_to: number | null][]) {
  const asked: SearchRequest[] = [];
  const search = async (request: SearchRequest): Promise<SearchReport> => {
    const [refs, searched_to] = answers[asked.length] ?? [[], null];
    asked.push(request);
    const index = { conversations: 1, bytes: 1, oldest: 1 };
    const has_more = searched_to !== null;
    return { schema_version: 1, hits: refs.map(hit), has_more, searched_to, unread: 0, index };
  };
  return { search, asked };
}

const refsOf = ({ hits }: SearchReport) => hits.map(({ ref }) => ref);

it("[WK57] tells what was found so far, each turn once, and goes on where an answer ended", async () => {
  const { search, asked } = answering([["a"], 30], [["a", "b"], 20], [["c"], null]);
  const told: string[][] = [];
  const report = await searchOn(search, { words: "x", limit: 5 }, (soFar) => {
    told.push(refsOf(soFar));
    return true;
  });
  expect(told).toEqual([["a"], ["a", "b"], ["a", "b", "c"]]);
  expect(asked.map(({ until }) => until)).toEqual([undefined, 30, 20]);
  expect(report).toMatchObject({ has_more: false, searched_to: null });
});

it("[WK57] ends with enough hits, or when nobody wants more", async () => {
  const enough = answering([["a", "b"], 30], [["c", "d"], 20]);
  const report = await searchOn(enough.search, { words: "x", limit: 3 }, () => true);
  expect([refsOf(report), report.has_more]).toEqual([["a", "b", "c"], true]);
  const unwanted = answering([["a"], 30], [["b"], null]);
  await searchOn(unwanted.search, { words: "x", limit: 3 }, () => false);
  expect(unwanted.asked).toHaveLength(1);
});
