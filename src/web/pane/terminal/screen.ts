import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/xterm";
import { forXterm } from "../../../core/terminal/for-xterm.ts";
import { fitFont, LARGEST_FONT } from "./fit-font.ts";
import { silenceAnswers } from "./silence-answers.ts";
import { TERMINAL_THEMES } from "./terminal-theme.ts";
import "@xterm/xterm/css/xterm.css";

export interface Screen {
  terminal: Terminal;
  /** Shows another screen of this size, all at once. */
  restart(size: { cols: number; rows: number }, bytes: Uint8Array, drawn: () => void): void;
  draw(bytes: Uint8Array, drawn: () => void): void;
  /** Makes the letters as large as they may be. */
  fit(): void;
  wear(theme: "light" | "dark"): void;
  close(): void;
}

const SCROLLBACK = 5_000;
const RESET_LENGTH = 2;
/** Between the two nothing is painted. */
const HOLD = "\x1b[?2026h";
const SHOW = "\x1b[?2026l";

/** A terminal as large as the pane, in letters that fit `host`. */
export function openScreen(host: HTMLElement, fontFamily: string): Screen {
  const terminal = new Terminal({
    allowProposedApi: true,
    fontFamily,
    fontSize: LARGEST_FONT,
    scrollback: SCROLLBACK,
    minimumContrastRatio: 4.5,
    // until somebody types here, and may
    disableStdin: true,
    cursorInactiveStyle: "outline",
    macOptionIsMeta: true,
    rescaleOverlappingGlyphs: true,
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  silenceAnswers(terminal);
  terminal.open(host);
  // Tab goes past it: whoever wants in says so
  if (terminal.textarea) terminal.textarea.tabIndex = -1;
  const renderer = paintByGpu(terminal);
  const ratio = widthOf(fontFamily);
  const fitLetters = () => {
    const size = fitFont(host.clientWidth, terminal.cols, ratio, devicePixelRatio);
    if (host.clientWidth > 0 && terminal.options.fontSize !== size) terminal.options.fontSize = size;
  };
  return {
    terminal,
    fit: fitLetters,
    restart({ cols, rows }, bytes, drawn) {
      const { baseY, viewportY } = terminal.buffer.active;
      const scrolledUp = baseY - viewportY;
      // in its place among what is still to be drawn
      terminal.write("", () => {
        terminal.resize(cols, rows);
        fitLetters();
      });
      terminal.write(bytes.subarray(0, RESET_LENGTH));
      terminal.write(HOLD);
      terminal.write(forXterm(bytes.subarray(RESET_LENGTH)));
      terminal.write(SHOW, () => {
        if (scrolledUp > 0) terminal.scrollToLine(Math.max(0, terminal.buffer.active.baseY - scrolledUp));
        drawn();
      });
    },
    draw: (bytes, drawn) => terminal.write(forXterm(bytes), drawn),
    wear(theme) {
      terminal.options.theme = TERMINAL_THEMES[theme];
    },
    close() {
      renderer.abort();
      terminal.dispose();
    },
  };
}

/** Where the browser cannot, or loses what it needs for it, the terminal is made of elements, which looks the same. */
function paintByGpu(terminal: Terminal): AbortController {
  const over = new AbortController();
  void import("@xterm/addon-webgl").then(({ WebglAddon }) => {
    if (over.signal.aborted) return;
    try {
      const addon = new WebglAddon();
      addon.onContextLoss(() => addon.dispose());
      terminal.loadAddon(addon);
    } catch {
      // no WebGL here
    }
  });
  return over;
}

/** How wide a letter is, in parts of its size. */
function widthOf(fontFamily: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0.6;
  context.font = `100px ${fontFamily}`;
  return context.measureText("W").width / 100;
}
