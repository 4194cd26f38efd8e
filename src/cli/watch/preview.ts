import { asFault, type Fault } from "../../core/protocol/base/fault.ts";
import type { TerminalServerMessage } from "../../core/protocol/terminal/terminal.ts";
import { decodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import { coloured } from "../common/write-out.ts";
import type { PaneScreen } from "./pane-screen.ts";

export interface PreviewEvents {
  /** The screen has changed; read it with `lines`. */
  onChange(): void;
  /** It is not shown, or no longer. */
  onFault(fault: Fault): void;
}

export interface Preview {
  lines(columns: number): string[];
  close(): void;
}

/** Follows the terminal of one pane. */
export function openPreview(ref: string, context: Context, { onChange, onFault }: PreviewEvents): Preview {
  const screen = new (paneScreen())();
  let drawn = 0;
  let isClosed = false;
  const path = `/v1/terminal/${encodeURIComponent(ref)}`;
  const socket = context.openSocket(path, {
    onOpen() {},
    onMessage(text) {
      const message = JSON.parse(text) as TerminalServerMessage;
      if (message.type === "bootstrap") screen.resize(message.cols, message.rows);
      if (message.type === "interrupted" || message.type === "closed") onFault(asFault(message.error));
    },
    onBytes(frame) {
      const bytes = decodeServerFrame(frame)?.bytes ?? new Uint8Array();
      screen.write(bytes, () => {
        if (isClosed) return;
        drawn += bytes.length;
        socket.send(JSON.stringify({ type: "ack", bytes: drawn }));
        onChange();
      });
    },
    onClose: onFault,
  });
  return {
    lines: (columns) => screen.lines(columns, context.colour).map(coloured),
    close() {
      isClosed = true;
      socket.leave();
    },
  };
}

/** Loaded when first needed; one of its parts mistakes a pooled Buffer for a whole one. */
function paneScreen(): typeof PaneScreen {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    return loadBundle<{ PaneScreen: typeof PaneScreen }>("pane-screen").PaneScreen;
  } finally {
    Buffer.poolSize = poolSize;
  }
}
