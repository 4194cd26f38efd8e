import type { ConversationReport, Piece } from "../core/protocol/conversation/conversation.ts";
import type { Client } from "./client.ts";

/** How many sub-agents are read. */
const MOST_RUNS = 50;

/** Keeps the pieces of a conversation: each look brings what was written since the last one. */
export class ConversationFeed {
  private readonly read: Client["conversation"];
  private readonly ref: string;
  private readonly turns: number;
  /** By run, null for the agent itself. */
  private readonly files = new Map<string | null, { pieces: Piece[]; cursor: string }>();
  /** The last report about the agent itself. */
  last: ConversationReport | null = null;
  hasEarlier = false;

  constructor(read: Client["conversation"], ref: string, turns: number) {
    this.read = read;
    this.ref = ref;
    this.turns = turns;
  }

  /** All pieces so far, those of each sub-agent after the others. */
  get pieces(): Piece[] {
    return [...this.files.values()].flatMap(({ pieces }) => pieces);
  }

  /** Reads what is new, also of those sub-agents that are wanted; returns only that. */
  async look(isWanted: (run: string) => boolean): Promise<Piece[]> {
    const first = await this.readOn(null);
    const fresh = [...first.pieces];
    if (!first.runs_apart) return fresh;
    const seen = new Set<string>();
    for (let runs = this.startedBy(isWanted, seen); runs.length > 0; runs = this.startedBy(isWanted, seen))
      for (const run of runs) {
        seen.add(run);
        fresh.push(...(await this.readRun(run)));
      }
    return fresh;
  }

  private startedBy(isWanted: (run: string) => boolean, seen: ReadonlySet<string>): string[] {
    const started = this.pieces.flatMap((piece) => (piece.kind === "sub_agent" ? [piece.starts] : []));
    return started.filter((run) => !seen.has(run) && isWanted(run)).slice(0, Math.max(0, MOST_RUNS - seen.size));
  }

  /** The file of a sub-agent may not be there yet, or no more. */
  private async readRun(run: string): Promise<Piece[]> {
    try {
      return (await this.readOn(run)).pieces;
    } catch {
      return [];
    }
  }

  private async readOn(run: string | null): Promise<{ pieces: Piece[]; runs_apart: boolean }> {
    const fresh: Piece[] = [];
    for (;;) {
      const known = this.files.get(run);
      const report = await this.read({
        ref: this.ref,
        turns: this.turns,
        ...(run !== null && { run }),
        ...(known !== undefined && { after: known.cursor }),
      });
      this.keep(run, report);
      fresh.push(...report.pieces);
      if (!report.has_more) return { pieces: fresh, runs_apart: report.runs_apart };
    }
  }

  private keep(run: string | null, report: ConversationReport): void {
    const { pieces, cursor, continues, has_earlier } = report;
    const before = this.files.get(run);
    // another conversation: its sub-agents are others as well
    if (!continues && before !== undefined && run === null) this.files.clear();
    if (run === null) this.last = report;
    if (run === null && !continues) this.hasEarlier = has_earlier;
    this.files.set(run, { pieces: [...(continues ? (before?.pieces ?? []) : []), ...pieces], cursor });
  }
}
