import { NOTHING } from "../../src/core/adapter/evidence.ts";
import type { Dialect } from "../../src/core/adapter/normalize-by.ts";
import type { HookVerb } from "../../src/core/integrate/hook-command.ts";
import type { NameTool } from "./model/play.ts";
import type { Situation } from "./situations.ts";

/** A real agent: where it comes from, how it is set up, and the keys and screens by which a person drives it. */
export interface Agent {
  /** As our adapter names it. */
  name: string;
  label: string;
  /** On the npm registry. */
  package: string;
  /** The command, if it has another name. */
  program?: string;
  version: string;
  /** A version of about two months before it, and in what it differs for whoever drives it; absent where the registry has none. */
  older?: Partial<Agent> & Pick<Agent, "version">;
  /** A package of its own version that it would fetch by itself at its first start. Where the registry lacks that version, `standIn` is passed off as it. */
  companion?: { package: string; standIn?: string };
  /** Its package is unpacked instead of installed: its script, the Node that runs it, and packages that it needs beside it. */
  unpacked?: { entry: string; node: string; needs: readonly string[] };
  /** Writes its settings: our hooks, no first-start dialogs, the model on loopback. */
  furnish(house: House): void;
  /** Switches off its own helpers: they ask the model what no person asked, and its files tell some of that late or never. */
  switchOffHelpers?(house: House): void;
  launch(house: House): { env: Record<string, string>; args: string[] };
  /** The start by which it can be answered through a channel of its own, if it is another one. */
  answerable?: Pick<Agent, "label" | "launch" | "firstStart">;
  /** The dialog that opens at its first start, and the keys that go on from there. */
  firstStart?: { sign: RegExp; goOn: readonly string[] };
  tool: NameTool;
  screens: Screens;
  keys: Keys;
  /** The arguments that go on with the last conversation of this directory. */
  resumes(args: string[], house: House): string[];
  /** The dialog that opens for a conversation that another pane has open, and the keys that go on from there. */
  openElsewhere?: { sign: RegExp; goOn: readonly string[] } | undefined;
  /** The view that moves a conversation into a process of its own in the background: the keys that open it, and those that show the conversation again. */
  background?: { open: readonly string[]; sign: RegExp; back: readonly string[] };
  /** The output of a user's hook at the end of a turn that makes the agent go on with these words; null if it has no such hook. */
  blockEnd: ((words: string) => object) | null;
  /** Its own menus, viewers and pickers, which a person opens at rest. */
  menus: readonly Menu[];
  /** Removes what the agent puts around a person's words. */
  unwrap?(said: string): string;
  /** Starting a sub-agent returns at once, and waiting for it takes another call. */
  subAgentsRunAside: boolean;
  /** It asks whether it may start a sub-agent. */
  asksForSubAgents?: true;
  /** A denial is a word to the agent, which goes on with its turn. */
  goesOnAfterDenial: boolean;
  /** Leaving the dialog is a denial, too, after which it goes on. */
  goesOnAfterCancel?: true;
  /** An interrupt ends its connection to the model only with the model's next word. */
  leavesModelLate?: true;
  /** agtmux knows it by its agent file alone: nothing but its process and its screen tells. */
  isOnlySeen?: true;
  /** Its screen does not tell how a turn has ended: one that is done shows as idle, without a call, unless the agent declares something. */
  tellsNoEnd?: true;
  /** After a connection that ended in the middle of an answer: it ends the turn with an error, asks again, or asks for the rest. */
  whenCut: "gives-up" | "asks-again" | "goes-on";
  /** How it reports the tokens of a compaction; absent where it reports each call in full. */
  compaction?: "nothing" | "no reasoning" | "one sum";
  /** How it behaves at a limit of its account, to be tried; absent where agtmux takes a limit for any other error. */
  limit?: Limit | "has to be told to go on";
  /** Situations that it does not have, and why. */
  absent: Partial<Record<Situation, string>>;
  /** Situations in which agtmux is known to be wrong, and why. */
  limits?: Partial<Record<Situation, string>>;
}

export interface Limit {
  /** How long the model refuses it. */
  lastsMs: number;
  tellsReset: boolean;
  /** Without being told to. */
  goesOn: boolean;
  /** The dialog that it opens, and the keys that close it without another try. */
  dialog?: { sign: RegExp; close: readonly string[] };
  /** What it says once the dialog is closed does not name the limit: it is an error then. */
  isForgotten?: boolean;
  /** The start as an account that has limits, if that is another one. */
  launch?: Agent["launch"];
}

/** Only for knowing when to press a key and from when to count: never for what is true. */
export interface Screens {
  ready: RegExp;
  approval: RegExp;
  question: RegExp;
}

/** In tmux's names; a key that starts with `text:` is typed. */
export interface Keys {
  approve: readonly string[];
  /** A pattern if the number of the answer varies: its group is the key, as it stands on the screen. */
  deny: readonly string[] | RegExp;
  cancelApproval: readonly string[];
  interrupt: readonly string[];
  /** The keys by which what was typed during a turn waits for its end; absent if Enter does that. */
  queue?: readonly string[];
  answer: readonly string[];
  /** Before a prompt whose turn may ask questions, and back after it. */
  questionMode?: { enter: readonly string[]; leave: readonly string[] };
  quit: string;
  clear: string;
  compact: string;
}

export interface Menu {
  name: string;
  /** A line to submit, or keys. */
  open: string | readonly string[];
  /** On the screen once it is open. */
  sign: RegExp;
  close: readonly string[];
}

/** Folders and addresses of one run. */
export interface House {
  /** HOME of the agent. */
  home: string;
  work: string;
  tmp: string;
  /** Where npm has put it. */
  installed: string;
  /** AGTMUX_HOME of the daemon that watches. */
  agtmuxHome: string;
  modelUrl: string;
  /** Whether our hooks are set up. */
  isHooked: boolean;
  /** The command that a hook runs. */
  hook(event: string, verb?: HookVerb): string;
  /** The command of the user's own hook at the end of a turn. */
  ownEndHook: string;
}

const NOT_TOLD = "agtmux reads nothing of its commands in the background";

/** For agents of which no signal tells that a command runs on after its turn. */
export const NO_SHELLS: Agent["absent"] = { "done, a shell runs on": NOT_TOLD, "its shell has ended": NOT_TOLD };

const NO_HOOKS_OF_ITS = "agtmux has no hooks of it: all situations are without them";
const NO_END_HOOK = "it has no hook that could hold up the end of a turn";

/** For agents of which nothing but the process and the screen tells. */
export const NO_HOOKS: Agent["absent"] = {
  "Stop hook of 2 s": NO_END_HOOK,
  "Stop hook of 3 min": NO_END_HOOK,
  "Stop hook that blocks once": NO_END_HOOK,
  "no hooks: turn": NO_HOOKS_OF_ITS,
  "no hooks: approval": NO_HOOKS_OF_ITS,
  "no hooks: denied": NO_HOOKS_OF_ITS,
  "no hooks: question": NO_HOOKS_OF_ITS,
  "no hooks: interrupted": NO_HOOKS_OF_ITS,
  "no hooks: error": NO_HOOKS_OF_ITS,
};

/** The events worth a hook: those that tell something. */
export function informativeEvents({ events }: Dialect): string[] {
  return Object.entries(events).flatMap(([event, meaning]) => (meaning === NOTHING ? [] : [event]));
}
