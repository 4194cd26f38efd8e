import type { ToolUse } from "../model/play.ts";
import { shell } from "../model/play.ts";

/** The visible effect of an answer: by the file that the command makes, and by what the model is told. */
export interface Seen {
  wasMade: boolean;
  told: string;
}

export interface Case {
  name: string;
  asks: "approval" | "question";
  use: ToolUse;
  /** Asked for instead when the case is tried again. */
  again?: ToolUse;
  /** The arguments of `agtmux answer` after the ref. */
  answer: readonly string[];
  /** Whether the agent went on with that very answer. */
  isTaken(seen: Seen): boolean;
}

export const MADE = "made-by-answer";
const WORDS = "Take the other folder";
const OWN = "Green with dots";
const COMMAND = shell(`touch ${MADE}`);
const COLOUR = { tool: "question", question: "Which colour?", options: ["Red", "Blue"] } as const;

/** In the order in which one conversation goes through them; what is allowed for good comes last. */
export const CASES: readonly Case[] = [
  { name: "approval: yes", asks: "approval", use: COMMAND, answer: ["yes"], isTaken: ({ wasMade }) => wasMade },
  { name: "approval: 1", asks: "approval", use: COMMAND, answer: ["1"], isTaken: ({ wasMade }) => wasMade },
  { name: "approval: no", asks: "approval", use: COMMAND, answer: ["no"], isTaken: ({ wasMade }) => !wasMade },
  {
    name: "approval: no, and why",
    asks: "approval",
    use: COMMAND,
    answer: ["--text", WORDS],
    isTaken: ({ wasMade, told }) => !wasMade && told.includes(WORDS),
  },
  {
    name: "question: the second option",
    asks: "question",
    use: COLOUR,
    answer: ["2"],
    isTaken: ({ told }) => told.includes("Blue") && !told.includes("Red"),
  },
  {
    name: "question: an option by its name",
    asks: "question",
    use: COLOUR,
    answer: ["Red"],
    isTaken: ({ told }) => told.includes("Red") && !told.includes("Blue"),
  },
  {
    name: "question: words of one's own",
    asks: "question",
    use: COLOUR,
    answer: ["--text", OWN],
    isTaken: ({ told }) => told.includes(OWN),
  },
  {
    name: "approval: always",
    asks: "approval",
    // commands that nothing else asks for: Codex's daemon remembers what is allowed for good after the agent has ended
    use: shell(`ln -s . ${MADE}`),
    again: shell(`truncate -s 0 ${MADE}`),
    answer: ["always"],
    isTaken: ({ wasMade }) => wasMade,
  },
];
