import type { z } from "zod";
import { agentDetails, agentLine, isInState } from "../../core/mcp/agent-report.ts";
import { keepEnd, keepStart } from "../../core/mcp/cut.ts";
import type { Actor, ViewOutputReport, ViewOutputRequest } from "../../core/protocol/actions/actions.ts";
import type { DiffReport, DiffRequest } from "../../core/protocol/actions/changes.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { ConversationReport, ConversationRequest, Piece } from "../../core/protocol/conversation/conversation.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ToolInput } from "../../core/protocol/mcp/tools.ts";
import type { SearchReport, SearchRequest } from "../../core/protocol/search/search.ts";
import type { AgentsInReach } from "./agents-in-reach.ts";
import type { Caller } from "./callers.ts";

export type Result = Record<string, unknown>;

export interface LookDeps {
  actions: {
    viewOutput(request: z.output<typeof ViewOutputRequest>, actor: Actor): Promise<ViewOutputReport>;
    diff(request: z.output<typeof DiffRequest>, actor: Actor): Promise<DiffReport>;
  };
  conversations: {
    read(request: z.output<typeof ConversationRequest>, isForMember: boolean): Promise<ConversationReport>;
  };
  search: { find(request: z.output<typeof SearchRequest>): Promise<SearchReport> };
  questionOf(item: PaneItem): KeptQuestion | null;
}

/** Characters of an answer; a model's context is small, and the person pays for it. */
const MOST_OUTPUT = 20_000;
const MOST_DIFF = 40_000;
const MOST_WORDS = 6_000;
const MOST_PIECE = 4_000;
const MOST_CONVERSATION = 30_000;

export function listAgents({ state, limit }: ToolInput<"list_agents">, reach: AgentsInReach): Result {
  const fitting = reach.visible().filter((item) => isInState(item, state));
  const shown = fitting.slice(0, limit).map((item) => agentLine(item, reach.standingOf(item)));
  const left = fitting.length - shown.length;
  return {
    agents: shown,
    ...(left > 0 && { cut: `${left} more are not shown: ask with a higher limit, or only for a state` }),
  };
}

export async function getAgent({ ref }: ToolInput<"get_agent">, reach: AgentsInReach, deps: LookDeps): Promise<Result> {
  const item = reach.find(ref);
  const details = agentDetails(item, reach.standingOf(item), deps.questionOf(item));
  const said = await lastWords(item, deps);
  if (said === null) return { ...details, last_words: null };
  const { text, cut } = keepEnd(said, MOST_WORDS, "read_conversation has all of it.");
  return { ...details, last_words: text, ...(cut !== undefined && { cut: `last_words: ${cut}` }) };
}

export async function readOutput(
  { ref, lines }: ToolInput<"read_output">,
  reach: AgentsInReach,
  { actor }: Caller,
  { actions }: LookDeps,
): Promise<Result> {
  const item = reach.find(ref);
  const report = await actions.viewOutput({ ref: item.ref, lines, ansi: false, guards: {} }, actor);
  return { ref: item.ref, ...keepEnd(report.lines.join("\n"), MOST_OUTPUT, "Ask for fewer lines.") };
}

export async function diff(
  { ref, since }: ToolInput<"diff">,
  reach: AgentsInReach,
  { actor }: Caller,
  { actions }: LookDeps,
): Promise<Result> {
  const item = reach.find(ref);
  const request = { ref: item.ref, since, context: 3, pictures: false, only: [], guards: {} };
  const { directory, files, added, removed, untracked, diff: text, is_cut } = await actions.diff(request, actor);
  const { text: shown, cut } = keepStart(text, MOST_DIFF, `Run git diff in ${directory} for the rest.`);
  const missing = cut ?? (is_cut ? `The end is missing. Run git diff in ${directory} for the rest.` : null);
  return { directory, since, files, added, removed, untracked, diff: shown, ...(missing !== null && { cut: missing }) };
}

export async function readConversation(
  { ref, turns }: ToolInput<"read_conversation">,
  reach: AgentsInReach,
  { conversations }: LookDeps,
): Promise<Result> {
  const item = reach.find(ref);
  const { pieces, has_earlier } = await conversations.read({ ref: item.ref, turns }, false);
  const said = pieces.map(pieceWords).join("\n\n");
  const earlier = has_earlier ? "Earlier turns exist: ask for more turns." : null;
  const { text, cut } = keepEnd(said, MOST_CONVERSATION, "Ask for fewer turns.");
  const missing = cut ?? earlier;
  return { ref: item.ref, conversation: text, ...(missing !== null && { cut: missing }) };
}

export async function search(
  { words, limit }: ToolInput<"search">,
  reach: AgentsInReach,
  { permissions }: Caller,
  { search: index }: LookDeps,
): Promise<Result> {
  // hits that the caller may not see are left out, so more are asked for
  const { hits, has_more } = await index.find({ words, agents: [], limit: Math.min(100, limit * 4) });
  const visible = new Set(reach.visible().map(({ ref }) => ref));
  const seen = hits.filter(({ pane }) => permissions.look === "all" || (pane !== null && visible.has(pane)));
  const shown = seen.slice(0, limit);
  return {
    hits: shown.map(({ pane, agent, project, kind, snippet }) => ({
      ref: pane,
      agent,
      project,
      kind,
      text: snippet.map(({ text }) => text).join(""),
    })),
    ...((seen.length > shown.length || has_more) && { cut: "There are more: search for more precise words." }),
  };
}

/** By its conversation, else by what it has reported. */
async function lastWords(item: PaneItem, { conversations }: LookDeps): Promise<string | null> {
  const told = item.doing?.words?.text ?? (item.message === "" ? null : item.message);
  try {
    const { pieces } = await conversations.read({ ref: item.ref, turns: 1 }, false);
    const said = pieces.flatMap((piece) => (piece.kind === "words" && piece.run === null ? [piece.text] : []));
    return said.at(-1) ?? told;
  } catch (error) {
    // not every agent keeps a conversation that can be read
    if (asFault(error).code === "E_INTERNAL") throw error;
    return told;
  }
}

function pieceWords(piece: Piece): string {
  const isSaid = piece.kind !== "call" && piece.kind !== "sub_agent";
  const { text, cut = "" } = isSaid ? keepStart(piece.text, MOST_PIECE, "") : { text: "" };
  return `${headOf(piece)}\n${text}${cut === "" ? "" : `\n[${cut.trim()}]`}`.trimEnd();
}

function headOf(piece: Piece): string {
  switch (piece.kind) {
    case "prompt":
      return "# prompt";
    case "words":
      return "# words";
    case "call":
      return `# tool ${piece.tool} ${piece.argument}`.trimEnd();
    case "result":
      return `# result${piece.is_error ? " (an error)" : ""}`;
    case "sub_agent":
      return "# a sub-agent was started";
    case "note":
      return "# note";
    default:
      return piece satisfies never;
  }
}
