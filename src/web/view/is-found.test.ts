import { expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { isFound } from "./is-found.ts";

it("[UI35] a search finds words of questions, their subjects and choices, messages, names and places", () => {
  const pane = testPane(
    { session_name: "shop" },
    { ...asking(1), message: "Painting", cwd: "/src/cart", agent: "codex" },
  );
  const question = { text: "Which colour?", detail: "the shed", options: [{ value: "1", label: "Blue" }] } as Question;
  for (const words of ["COLOUR", "shed blue", "painting shop", "codex cart", "asks", ""])
    expect([words, isFound(pane, words, question)]).toEqual([words, true]);
  expect(isFound(pane, "colour green", question)).toBe(false);
  expect(isFound(pane, "colour", null)).toBe(false);
});
