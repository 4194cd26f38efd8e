import type { Explained } from "../../client/client.ts";
import type { Look } from "./panes.ts";
import { renderSignal } from "./signal.ts";
import { table } from "./table.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";

/** The state, the sentence why, and every piece of evidence with what became of it. */
export function renderExplanation({ pane, resolution, signal }: Explained, { columns, colour }: Look): string {
  const title = `${stateSymbol(pane.state)} ${pane.state}${pane.reason_code ? ` (${pane.reason_code})` : ""}`;
  const head = [`${paintState(title, pane.state, colour)}  ${pane.agent ?? "no agent"}  ${plain(pane.ref)}`];
  if (resolution === null) return [...head, plain(pane.because)].join("\n");
  head.push(`because ${plain(resolution.because)} · ${resolution.confidence} confidence`);
  if (resolution.message !== "") head.push(`says: ${plain(resolution.message)}`);
  if (resolution.attention !== null)
    head.push(
      `wants: ${resolution.attention.label} (${resolution.attention.kind}), said by ${resolution.attention.source}, nudge ${resolution.nudge_seq}`,
    );
  if (signal !== null) head.push("", ...renderSignal(signal));
  if (resolution.evidence.length === 0) return [...head, "", "no evidence yet"].join("\n");
  const rows = resolution.evidence.map((piece) => [
    piece.verdict,
    shortAge(piece.age_ms),
    piece.kind,
    piece.source,
    piece.says ?? "-",
    plain(piece.event_type),
    plain(piece.why),
  ]);
  const lines = table([["VERDICT", "AGE", "KIND", "SOURCE", "SAYS", "EVENT", "WHY"], ...rows], columns).map((cells) =>
    cells.join("  ").trimEnd(),
  );
  const [header = "", ...body] = lines;
  return [...head, "", paint(header, "1", colour), ...body].join("\n");
}
