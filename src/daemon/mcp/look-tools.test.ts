import { expect, it } from "vitest";
import type { Piece } from "../../core/protocol/conversation/conversation.ts";
import { anItem } from "../store/test-rows.ts";
import type { AgentsInReach } from "./agents-in-reach.ts";
import { getAgent, type LookDeps, readConversation } from "./look-tools.ts";

const LONG = "word ".repeat(5_000);

function said(...texts: string[]): Piece[] {
  return texts.map((text, n) => ({ kind: "words", id: `${n}`, at: null, run: null, text, is_cut: false }));
}

/** One agent whose conversation has these pieces. */
function agentWith(pieces: Piece[]): [AgentsInReach, LookDeps] {
  const reach = { find: () => anItem(), standingOf: () => ({ may: ["look"], isYou: false, now: 0 }) };
  const conversations = { read: async () => ({ pieces, has_earlier: false }) };
  return [reach as never, { conversations, questionOf: () => null } as never];
}

it("[MC9] the last words of an agent are bounded, and say where all of them are", async () => {
  const short = await getAgent({ ref: "x" }, ...agentWith(said("Hello", "Done.")));
  expect([short.last_words, short.cut]).toEqual(["Done.", undefined]);
  const long = await getAgent({ ref: "x" }, ...agentWith(said(LONG)));
  expect(String(long.last_words).length).toBeLessThan(LONG.length);
  expect(long.cut).toMatch(/^last_words: \d+ of 25000 characters are missing .* read_conversation has all of it\.$/);
});

it("[MC9] a long piece of a conversation says how much of it is missing", async () => {
  const pieces: Piece[] = [
    { kind: "call", id: "c", at: null, run: null, tool: "Bash", argument: "make", text: "{}", is_cut: false },
    ...said(LONG, "Done."),
  ];
  const { conversation, cut } = await readConversation({ ref: "x", turns: 1 }, ...agentWith(pieces));
  expect(String(conversation)).toMatch(/^# tool Bash make\n\n# words\n(word )+/);
  expect(String(conversation)).toMatch(/\[\d+ of 25000 characters are missing at the end\.\]\n\n# words\nDone\.$/);
  expect(cut).toBe(undefined);
});
