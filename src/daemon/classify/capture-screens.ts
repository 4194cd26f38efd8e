import { EXCERPT_LINES, type View, viewOf } from "../../core/classify/excerpt.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";

export interface CapturedPane {
  pane_id: string;
  /** If set, the scrollback belongs to another program and is not read. */
  alternate: boolean;
}

export interface Screen {
  lines: readonly string[];
  view: View;
}

/** The last lines of each pane, in one command list over the open connection; closed panes are omitted. */
export async function captureScreens(
  control: Pick<TmuxControl, "runList">,
  panes: readonly CapturedPane[],
): Promise<Map<string, Screen>> {
  if (panes.length === 0) return new Map();
  const commands = panes.flatMap(({ pane_id, alternate }) => [
    `display-message -p -t ${pane_id} '#{pane_width} #{pane_height} #{cursor_x} #{cursor_y}'`,
    `capture-pane -p ${alternate ? "" : `-S -${EXCERPT_LINES} `}-t ${pane_id}`,
  ]);
  const replies = await control.runList(commands.join("\n"));
  return new Map(
    panes.flatMap(({ pane_id }, index): [string, Screen][] => {
      const [facts, shown] = replies.slice(2 * index, 2 * index + 2);
      if (shown?.ok !== true) return [];
      const [width = 0, height = 0, cursor_x = 0, cursor_y = 0] = (facts?.lines[0] ?? "").split(" ").map(Number);
      const view = viewOf(shown.lines, { width, height, cursor_x, cursor_y });
      return [[pane_id, { lines: shown.lines, view }]];
    }),
  );
}
