import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question } from "../../core/protocol/questions.ts";
import type { Act, WaitingPane } from "../live/acting.ts";
import { type Questions, questionOf } from "../live/questions-feed.ts";
import { longestWaiting, targetSession } from "../view/arrange.ts";
import { askWords } from "../view/ask-words.ts";
import { describeState } from "../view/state-look.ts";
import { type Way, waysOf } from "../view/ways.ts";
import { panePath } from "./route.ts";

export interface PaletteItem {
  /** Unlike any other. */
  value: string;
  /** What is searched and shown. */
  label: string;
  hint: string;
  /** The hint is a key, which not everybody has. */
  isKey?: true;
  run(): void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

/** Panes to go to, those that wait first. */
export function paneItems(panes: Iterable<PaneItem>, go: (path: string) => void): PaletteItem[] {
  return [...panes]
    .filter(({ agent, attention }) => agent !== null || attention !== null)
    .sort((a, b) => Number(b.attention !== null) - Number(a.attention !== null))
    .map((pane) => ({
      value: `pane ${pane.identity.target} ${pane.identity.pane_id}`,
      label: `${pane.agent ?? pane.command} ${targetSession(pane)} ${pane.window_name} ${pane.identity.pane_id}`,
      hint: describeState(pane),
      run: () => go(panePath(pane.identity)),
    }));
}

/** What can be answered with one word, for those who have waited longest. */
export function actItems(
  panes: Iterable<PaneItem>,
  questions: Questions,
  act: (pane: WaitingPane, act: Act) => void,
): PaletteItem[] {
  return longestWaiting(panes)
    .slice(0, MOST_ACTS)
    .flatMap((pane) => {
      const question = questionOf(questions, pane);
      return waysOf(pane, question).flatMap((way): PaletteItem[] => {
        const deed = actOf(way, question);
        if (deed === null) return [];
        const label = `${way.label}: ${pane.agent ?? pane.command} ${targetSession(pane)}`;
        const value = `act ${pane.attention.attention_id} ${way.label}`;
        return [{ value, label, hint: askWords(pane, question), run: () => act(pane, deed) }];
      });
    });
}

const MOST_ACTS = 9;

function actOf(way: Way, question: Question | null): Act | null {
  if (way.type === "seen") return { type: "seen", what: way.label };
  if (!("answer" in way) || question === null || question.multiple === true) return null;
  return { type: "pick", question, choices: [way.answer], what: way.label };
}
