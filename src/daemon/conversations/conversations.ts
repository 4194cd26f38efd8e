import { setImmediate as nextTurnOfTheLoop } from "node:timers/promises";
import type { z } from "zod";
import { type Conversation, readPieces } from "../../core/adapter/conversation.ts";
import { isUsablePath } from "../../core/adapter/own-path.ts";
import { NO_FILE, type Place, type ReadPart, readPart, readScript } from "../../core/conversation/read-script.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ConversationReport, ConversationRequest, Piece } from "../../core/protocol/conversation/conversation.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { findPane } from "../publish/refs.ts";

export interface ConversationsDeps {
  panes(): readonly PaneItem[];
  targetOf(
    name: string,
  ): Pick<ActionTarget, "name" | "health" | "fault" | "runtime" | "adapterOf" | "metadataOf" | "runScript">;
}

/** How much of the end of a file is read: first this, then, if that holds too few turns, more. */
const STEPS = [512 * 1024, 8 * 1024 * 1024] as const;
const TIMEOUT_MS = 30_000;
/** Lines that are parsed before other work of the daemon has its turn. */
const LINES_AT_ONCE = 50;

/** Reads agents' conversations from their own files, here or over ssh. Nothing is kept. */
export class Conversations {
  private readonly deps: ConversationsDeps;

  constructor(deps: ConversationsDeps) {
    this.deps = deps;
  }

  async read({ ref, turns, after, run }: z.output<typeof ConversationRequest>): Promise<ConversationReport> {
    const item = findPane(ref, this.deps.panes());
    const { target, agent, conversation, path } = this.find(item, run);
    const place = placeIn(after, path);
    for (const bytes of STEPS) {
      const part = await readFile(target, path, place, bytes, agent);
      const pieces = await piecesIn(conversation, part.lines, run ?? null);
      const isEnough = part.continues || !part.has_earlier || promptsIn(pieces) > turns;
      if (!isEnough && bytes !== STEPS.at(-1)) continue;
      const kept = part.continues ? pieces : lastTurns(pieces, turns);
      return {
        schema_version: 1,
        ref: item.ref,
        agent: item.agent ?? "",
        pieces: kept,
        cursor: cursorOf(path, part.next),
        continues: part.continues,
        has_earlier: !part.continues && (part.has_earlier || kept.length < pieces.length),
        has_more: part.has_more,
        runs_apart: conversation.runPath !== undefined,
      };
    }
    throw new Fault("E_INTERNAL", "no part of the conversation was read");
  }

  private find(item: PaneItem, run: string | undefined) {
    const target = this.deps.targetOf(item.identity.target);
    const runtime = item.runtime_id === null ? null : target.runtime(item.runtime_id);
    if (runtime === null || item.agent === null)
      throw new Fault("E_NO_AGENT", `there is no agent in pane ${item.identity.pane_id}`);
    const adapter = target.adapterOf(runtime.agent_type);
    const label = adapter?.label ?? item.agent;
    const conversation = adapter?.conversation;
    if (conversation === undefined)
      throw new Fault("E_NO_CONVERSATION", `agtmux cannot read the conversations of ${label}`);
    const root = conversation.path(target.metadataOf(runtime));
    const path = root === null || run === undefined ? root : runPath(conversation, root, run);
    if (path === null || !isUsablePath(path))
      throw new Fault("E_NO_CONVERSATION", `${label} has not reported yet where its conversation is`);
    if (target.health() === "down")
      throw new Fault("E_TARGET_UNREACHABLE", `${target.name} does not answer: ${target.fault()?.message ?? ""}`);
    return { target, agent: label, conversation, path };
  }
}

/** Null if the agent keeps its sub-agents' words in its own file, or the name is none. */
function runPath(conversation: Conversation, root: string, run: string): string | null {
  return /^[\w-]+$/.test(run) ? (conversation.runPath?.(root, run) ?? null) : null;
}

async function readFile(
  target: Pick<ActionTarget, "runScript">,
  path: string,
  place: Place | null,
  bytes: number,
  agent: string,
): Promise<ReadPart> {
  const { code, stdout, stderr } = await target.runScript(readScript(path, place, bytes), { timeoutMs: TIMEOUT_MS });
  if (code === NO_FILE) throw new Fault("E_NO_CONVERSATION", `${agent} has not written its conversation yet`);
  const part = code === 0 ? readPart(stdout, bytes) : null;
  if (part === null) throw new Fault("E_NO_CONVERSATION", `the conversation could not be read: ${stderr.trim()}`);
  return part;
}

async function piecesIn(conversation: Conversation, lines: readonly string[], run: string | null): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurnOfTheLoop();
    // a sub-agent's own file may not name it
    for (const piece of readPieces(conversation, line)) pieces.push({ ...piece, run: piece.run ?? run });
  }
  return pieces;
}

function isPrompt({ kind, run }: Piece): boolean {
  return kind === "prompt" && run === null;
}

function promptsIn(pieces: readonly Piece[]): number {
  return pieces.filter(isPrompt).length;
}

function lastTurns(pieces: readonly Piece[], turns: number): Piece[] {
  const starts = pieces.flatMap((piece, index) => (isPrompt(piece) ? [index] : []));
  return pieces.slice(starts.length > turns ? starts.at(-turns) : 0);
}

function cursorOf(path: string, { file, offset }: Place): string {
  return `${contentId(path)}.${file}.${offset}`;
}

/** Null if the cursor is for another file. */
function placeIn(cursor: string | undefined, path: string): Place | null {
  const [id, file = "", offset = ""] = (cursor ?? "").split(".");
  return id === contentId(path) && /^\d+$/.test(offset) ? { file, offset: Number(offset) } : null;
}
