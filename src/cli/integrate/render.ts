import type { IntegrationAction, IntegrationItem, IntegrationReport } from "../../core/protocol/daemon/integration.ts";
import type { Look } from "../render/panes.ts";
import { pad, table } from "../render/table.ts";
import { paint, plain } from "../render/words.ts";

const LOOKS: Record<IntegrationAction, { sign: string; colour: string; words: string; ifDry: string }> = {
  integrated: { sign: "✓", colour: "32", words: "integrated", ifDry: "would be integrated" },
  updated: { sign: "✓", colour: "32", words: "updated", ifDry: "would be updated" },
  up_to_date: { sign: "✓", colour: "32", words: "up to date", ifDry: "up to date" },
  removed: { sign: "✓", colour: "32", words: "removed", ifDry: "would be removed" },
  nothing_to_remove: { sign: "–", colour: "90", words: "nothing to remove", ifDry: "nothing to remove" },
  skipped: { sign: "–", colour: "90", words: "skipped", ifDry: "skipped" },
  refused: { sign: "✗", colour: "31", words: "refused", ifDry: "refused" },
};

/** One line per agent, with its changes and open steps under it; refusals are printed as errors elsewhere. */
export function renderIntegration(report: IntegrationReport, look: Look, home: string): string {
  const rows = report.items.map((item) => [
    LOOKS[item.action].sign,
    item.label,
    LOOKS[item.action][report.dry_run ? "ifDry" : "words"],
    item.file === null ? "" : plain(tilde(item.file, home)),
  ]);
  const lines = table(rows, null);
  return report.items
    .map((item, index) => {
      const [sign = "", ...rest] = lines[index] ?? [];
      const first = [paint(sign, LOOKS[item.action].colour, look.colour), ...rest].join("  ").trimEnd();
      return [first, ...details(item, look, home)].join("\n");
    })
    .join("\n");
}

function details(item: IntegrationItem, look: Look, home: string): string[] {
  const backup = item.backup === null ? [] : [`as it was: ${tilde(item.backup, home)}`];
  const words = [...backup, ...item.notes].map((text) => pad("", 3) + plain(text));
  return item.diff === null ? words : [...words, ...diffLines(item.diff, look)];
}

/** On a terminal, control characters are removed; otherwise the diff stays byte-exact for patch. */
function diffLines(diff: string, { columns, colour }: Look): string[] {
  return diff.split("\n").map((line) => {
    const text = columns !== null ? line.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g, "") : line;
    const isHead = line.startsWith("---") || line.startsWith("+++");
    const shade = { "+": "32", "-": "31", "@": "36" }[line[0] ?? ""];
    return shade === undefined || isHead ? text : paint(text, shade, colour);
  });
}

export function tilde(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
