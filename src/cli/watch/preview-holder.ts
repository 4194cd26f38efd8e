import type { Context } from "../common/context.ts";
import { openPreview, type Preview } from "./preview.ts";
import type { Row } from "./rows.ts";

/** The one preview that is open, if any. */
export class PreviewHolder {
  private readonly context: Context;
  private readonly tell: (key: string, preview: Preview, words: string) => void;
  private row: Row | null = null;
  private opened: Preview | null = null;

  constructor(context: Context, tell: (key: string, preview: Preview, words: string) => void) {
    this.context = context;
    this.tell = tell;
  }

  show(row: Row | null): void {
    this.opened?.close();
    this.opened = null;
    this.row = row;
    if (row === null) return;
    const tell = (words: string) => {
      if (this.opened === opened) this.tell(row.key, opened, words);
    };
    const opened = openPreview(row.item.ref, this.context, {
      onChange: () => tell(""),
      onFault: (fault) => tell(fault.message),
    });
    this.opened = opened;
  }

  /** After a restart of the daemon. */
  openAgain(): void {
    this.show(this.row);
  }
}
