export interface Size {
  cols: number;
  rows: number;
}

/** How large a pane is in a layout as tmux writes it (`b25f,120x40,0,0{60x40,0,0,1,59x40,61,0,2}`); null where it is not in it. */
export function sizeInLayout(layout: string, paneId: string): Size | null {
  for (const [, cols, rows, pane] of layout.matchAll(/(\d+)x(\d+),\d+,\d+,(\d+)(?=[,\]}]|$)/g))
    if (`%${pane}` === paneId) return { cols: Number(cols), rows: Number(rows) };
  return null;
}
