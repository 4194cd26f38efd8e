import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/xterm";
import { forXterm } from "../../../core/terminal/for-xterm.ts";
import { fitFont } from "./fit-font.ts";
import { silenceAnswers } from "./silence-answers.ts";
import { TERMINAL_THEMES } from "./terminal-theme.ts";
import "@xterm/xterm/css/xterm.css";

export interface Screen {
  terminal: Terminal;
  /** Replaces the screen with another of this size, without flicker. */
  restart(size: { cols: number; rows: number }, bytes: Uint8Array, drawn: () => void): void;
  draw(bytes: Uint8Array, drawn: () => void): void;
  /** Sets the size of the font: an own one, or the largest at which the pane fits. */
  fit(): void;
  /** How `fit` goes about it. */
  size(how: FontChoice): void;
  wear(theme: "light" | "dark"): void;
  close(): void;
}

export interface FontChoice {
  /** In pixels; null to fit. */
  own: number | null;
  /** Whether all rows must fit, too: where the height does not follow from the font. */
  byHeight: boolean;
}

const USUAL = { cols: 120, rows: 36 };
const SCROLLBACK = 5_000;
const RESET_LENGTH = 2;
const LOOKED_AT_MS = 2_000;
/** Synchronised output: nothing is painted between the two. */
const HOLD = "\x1b[?2026h";
const SHOW = "\x1b[?2026l";

/** A terminal of the pane's size, with a font that fits `host`. */
export function openScreen(host: HTMLElement, fontFamily: string): Screen {
  const letter = letterOf(fontFamily);
  const terminal = new Terminal({
    allowProposedApi: true,
    fontFamily,
    // until the pane's size is known
    fontSize: fitFont({ width: host.clientWidth, height: Number.POSITIVE_INFINITY }, USUAL, letter, devicePixelRatio),
    scrollback: SCROLLBACK,
    minimumContrastRatio: 4.5,
    // until it has the focus and typing is allowed
    disableStdin: true,
    cursorInactiveStyle: "outline",
    macOptionIsMeta: true,
    rescaleOverlappingGlyphs: true,
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  silenceAnswers(terminal);
  terminal.open(host);
  // not in the tab order: it is entered explicitly
  if (terminal.textarea) terminal.textarea.tabIndex = -1;
  const renderer = paintByGpuLater(terminal);
  let how: FontChoice = { own: null, byHeight: false };
  const fitLetters = () => {
    const box = host.parentElement;
    if (host.clientWidth === 0 || box === null) return;
    const height = how.byHeight ? host.clientHeight : Number.POSITIVE_INFINITY;
    const size = how.own ?? fitFont({ width: host.clientWidth, height }, terminal, letter, devicePixelRatio);
    if (terminal.options.fontSize !== size) terminal.options.fontSize = size;
    // with an own font the rows may not fit: the last ones matter
    box.scrollTop = box.scrollHeight;
  };
  return {
    terminal,
    fit: fitLetters,
    size(next) {
      how = next;
      fitLetters();
    },
    restart({ cols, rows }, bytes, drawn) {
      const { baseY, viewportY } = terminal.buffer.active;
      const scrolledUp = baseY - viewportY;
      // as a write, so that it happens in order with pending output
      terminal.write("", () => {
        terminal.resize(cols, rows);
        fitLetters();
      });
      terminal.write(bytes.subarray(0, RESET_LENGTH));
      terminal.write(HOLD);
      terminal.write(forXterm(bytes.subarray(RESET_LENGTH)));
      terminal.write(SHOW, () => {
        renderer.start();
        if (scrolledUp > 0) terminal.scrollToLine(Math.max(0, terminal.buffer.active.baseY - scrolledUp));
        drawn();
      });
    },
    draw: (bytes, drawn) => terminal.write(forXterm(bytes), drawn),
    wear(theme) {
      terminal.options.theme = TERMINAL_THEMES[theme];
    },
    close() {
      renderer.close();
      terminal.dispose();
    },
  };
}

/**
 * Uses WebGL once a pane has been looked at for a moment: to set it up takes longer than to paint the first screen
 * without it. Before that, without WebGL, or after losing its context, xterm.js renders DOM elements, which look the same.
 */
function paintByGpuLater(terminal: Terminal): { start(): void; close(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isOver = false;
  // fetched at once: another program that has the port later must not be asked for code
  const loading = import("@xterm/addon-webgl");
  loading.catch(() => undefined);
  const load = async () => {
    try {
      const { WebglAddon } = await loading;
      if (isOver) return;
      const addon = new WebglAddon();
      addon.onContextLoss(() => addon.dispose());
      terminal.loadAddon(addon);
    } catch {
      // WebGL is not available, or its code could not be fetched
    }
  };
  return {
    start() {
      timer ??= setTimeout(() => void load(), LOOKED_AT_MS);
    },
    close() {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Width and height of a letter relative to the font size. */
function letterOf(fontFamily: string): { width: number; height: number } {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return { width: 0.6, height: 1.2 };
  context.font = `100px ${fontFamily}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText("W");
  return { width: width / 100, height: (fontBoundingBoxAscent + fontBoundingBoxDescent) / 100 };
}
