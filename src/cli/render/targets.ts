import type { Health } from "../../core/protocol/base/state.ts";
import type { TargetItem, TargetList } from "../../core/protocol/daemon/targets.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["", "NAME", "HEALTH", "KIND", "HOST", "TMUX SOCKET", "PANES", "AGENTS", "TMUX", "CLOCK"];
const LOOKS: Record<Health, { sign: string; colour: string }> = {
  ok: { sign: "✓", colour: "32" },
  degraded: { sign: "!", colour: "33" },
  down: { sign: "✗", colour: "31" },
};

/** Smaller clock offsets are not shown: times are corrected anyway. */
const NOTEWORTHY_MS = 1_000;

/** One line per target; its error in full on a separate line. */
export function renderTargets({ items }: TargetList, { colour }: Look): string {
  const [header = [], ...lines] = table([HEAD, ...items.map(rowOf)], null);
  const body = items.flatMap((item, index) => {
    const [sign = "", name = "", health = "", ...rest] = lines[index] ?? [];
    const look = LOOKS[item.health].colour;
    const line = [paint(sign, look, colour), name, paint(health, look, colour), ...rest].join("  ").trimEnd();
    return item.error === null ? [line] : [line, `   ${plain(item.error.message)} [${item.error.code}]`];
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body].join("\n");
}

function rowOf(item: TargetItem): string[] {
  return [
    LOOKS[item.health].sign,
    item.name,
    item.health,
    item.kind,
    plain(item.ssh_target ?? "-"),
    plain(item.tmux_socket ?? "default"),
    String(item.panes),
    String(item.agents),
    plain(item.tmux_version ?? "-"),
    clockOf(item.clock_offset_ms ?? 0),
  ];
}

function clockOf(offset: number): string {
  if (Math.abs(offset) < NOTEWORTHY_MS) return "";
  return `${shortAge(Math.abs(offset))} ${offset > 0 ? "behind" : "ahead"}`;
}
