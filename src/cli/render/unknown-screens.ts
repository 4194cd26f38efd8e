import type { UnknownScreen } from "../../core/agent-file/unknown-screen.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain } from "./words.ts";

const HEAD = ["AGENT", "VERSION", "SEEN", "LAST LINE"];

interface Told {
  isOn: boolean;
  out: string | null;
  isCleared: boolean;
}

export function renderUnknownScreens(screens: readonly UnknownScreen[], told: Told, look: Look): string {
  const hint = told.isOn ? [] : ['none are kept now: keep_unknown_screens = "on" in config.toml keeps them'];
  if (screens.length === 0) return ["no unknown screens were kept", ...hint].join("\n");
  const rows = screens.map(({ agent, version, seen_at, lines }) => [
    agent,
    version ?? "-",
    timeOf(seen_at),
    plain(lines.findLast((line) => line.trim() !== "")?.trim() ?? ""),
  ]);
  const [header = [], ...shown] = table([HEAD, ...rows], look.columns);
  return [
    paint(header.join("  ").trimEnd(), "1", look.colour),
    ...shown.map((line) => line.join("  ").trimEnd()),
    ...(told.out === null
      ? ["--out FILE writes them into one file to read, cut and hand on"]
      : [`wrote ${told.out}: read it, and cut what is nobody's business, before you hand it on`]),
    ...(told.isCleared ? ["what was kept is removed"] : []),
    ...hint,
  ].join("\n");
}

/** All screens as one text for people. */
export function reportText(screens: readonly UnknownScreen[]): string {
  const parts = screens.map(({ agent, version, seen_at, title, lines }) =>
    [
      `== ${agent} ${version ?? "(version unknown)"}, seen ${timeOf(seen_at)}${title === "" ? "" : `, title: ${plain(title)}`}`,
      "   What is true on this screen (running, asks for approval, asks for input, completed, idle, error)? …",
      "",
      ...lines.map((line) => `| ${plain(line)}`.trimEnd()),
    ].join("\n"),
  );
  const head =
    "Screens that agtmux could not read. Secrets of known shapes were removed; read it yourself, and cut what is nobody's business.";
  return `${[head, ...parts].join("\n\n")}\n`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}
