import type { Piece } from "../protocol/conversation/conversation.ts";

type Kind<K extends Piece["kind"]> = Extract<Piece, { kind: K }>;

/** Puts a conversation together for people: a call with its result, and with what its sub-agent said. */
export type Item =
  | Kind<"prompt">
  | Kind<"words">
  | Kind<"note">
  | (Omit<Kind<"call">, "kind"> & { kind: "tool"; result: Kind<"result"> | null; sub_agent: SubAgent | null });

export interface SubAgent {
  run: string;
  items: Item[];
}

/** A prompt of a person, and all that follows until the next one. The first may have no prompt. */
export interface Turn {
  id: string;
  prompt: Kind<"prompt"> | null;
  items: Item[];
}

/** Puts the pieces of a conversation together. Pieces of runs that no call has started are left out. */
export function turnsOf(pieces: readonly Piece[]): Turn[] {
  const piecesByRun = new Map<string | null, Piece[]>();
  for (const piece of newestOf(pieces)) {
    const before = piecesByRun.get(piece.run);
    if (before === undefined) piecesByRun.set(piece.run, [piece]);
    else before.push(piece);
  }
  const turns: Turn[] = [];
  for (const item of itemsOf(null, piecesByRun, new Set())) {
    if (item.kind === "prompt") turns.push({ id: item.id, prompt: item, items: [] });
    else if (turns.length === 0) turns.push({ id: item.id, prompt: null, items: [item] });
    else turns.at(-1)?.items.push(item);
  }
  return turns;
}

/** Each piece once, where it first stood, as it was last written. */
function newestOf(pieces: readonly Piece[]): Piece[] {
  const newest = new Map<string, Piece>();
  for (const piece of pieces) newest.set(`${piece.kind} ${piece.run} ${piece.id}`, piece);
  return [...newest.values()];
}

function itemsOf(run: string | null, byRun: ReadonlyMap<string | null, Piece[]>, above: ReadonlySet<string>): Item[] {
  const pieces = byRun.get(run) ?? [];
  const results = new Map<string, Kind<"result">>();
  const started = new Map<string, string>();
  for (const piece of pieces) {
    if (piece.kind === "result") results.set(piece.id, piece);
    if (piece.kind === "sub_agent") started.set(piece.id, piece.starts);
  }
  return pieces.flatMap((piece): Item[] => {
    switch (piece.kind) {
      case "result":
      case "sub_agent":
        return [];
      case "call": {
        const { kind, ...call } = piece;
        const child = started.get(piece.id);
        // a run that starts itself would never end
        const known = child === undefined || above.has(child) ? null : child;
        const sub_agent =
          known === null ? null : { run: known, items: itemsOf(known, byRun, new Set([...above, known])) };
        return [{ kind: "tool", ...call, result: results.get(piece.id) ?? null, sub_agent }];
      }
      default:
        return [piece];
    }
  });
}
