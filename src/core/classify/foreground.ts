import type { Line } from "../adapter/screen.ts";
import { SHELL } from "../adapter/shell-name.ts";
import type { Excerpt } from "./excerpt.ts";

/** Kind of the pane's foreground program; a viewer only shows or edits text. */
export type Foreground = "shell" | "viewer" | "program";

/** They show other programs' text, and ask only about it. */
const VIEWERS = new Set(
  [
    "vi vim nvim view vimdiff gvim ex ed nano pico emacs emacsclient micro hx helix kak joe mcedit",
    "less more most man info bat pager cat head tail tee tac nl grep rg watch column xxd hexdump",
    "top htop btop atop iotop glances nvtop vmstat iostat dmesg journalctl lnav multitail",
    "tig lazygit gitui gitk mc ranger nnn lf vifm ncdu fzf sk peco tmux screen zellij w3m lynx links",
    "sleep seq yes find ping wc sort tar gzip xz",
  ].flatMap((names) => names.split(" ")),
);

export function foregroundOf(command: string | undefined): Foreground {
  const [name = ""] = (command ?? "").replace(/^.*\//, "").split(" ");
  if (SHELL.test(name) || name === "busybox") return "shell";
  return VIEWERS.has(name) ? "viewer" : "program";
}

/** A prompt with nothing typed after it. */
const BARE_PROMPT = /(?:^|\S *)[$#%>❯➜λ»]$/u;
/** A prompt recognised by its beginning, whatever is typed after it. */
const BEGUN_PROMPT =
  /^(?:\([\w.+-]{1,40}\) ?)?(?:[➜❯λ»] {1,2}\S|[$%#] \S|\[?[\w.-]{1,64}@[\w.-]{1,64}[: ]|PS [A-Z~/]|[\w.-]{1,64}[%$#] )/u;

/** A shell prompt followed by a command. */
export function isTypedCommand(row: string): boolean {
  return BEGUN_PROMPT.test(row);
}

/** The only prompts no other program shows: user@host and a command. */
const HOST_PROMPT = /^(?:\([\w.+-]{1,40}\) ?)?\[?[\w.-]{1,64}@[\w.-]{1,64}[: ].{0,200}?[$#%>] \S/u;

/** Rows below the last shell command; rows above it belong to earlier commands. */
export function sinceCommand(rows: readonly Line[]): readonly Line[] {
  return rows.slice(rows.findLastIndex(({ text }) => HOST_PROMPT.test(text)) + 1);
}

export function isShellPrompt(row: string): boolean {
  return BARE_PROMPT.test(row.trimEnd()) || BEGUN_PROMPT.test(row);
}

/** A shell that waits for a command: no agent. */
export function isPlainShell({ lines, command, alternate }: Excerpt): boolean {
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  return !alternate && foregroundOf(command) === "shell" && isShellPrompt(last);
}

/** The prompt of an interpreter or debugger. */
const INTERPRETER_PROMPT =
  /^(?:>>>|\.\.\.|In \[\d+\]:|\((?:gdb|lldb|Pdb|i?pdb)\)|\w[\w-]{0,30}(?:\([\w:]+\))?(?:=?[#>]|-[#>]|\[\d+\]>)|irb\(.*\).*[>*]|iex.*>|ghci>|\*?\w+>)(?: |$)/u;

export function isInterpreterPrompt(row: string): boolean {
  return INTERPRETER_PROMPT.test(row);
}

/** The last row of a pager. */
const PAGER = /^(?::|\(END\)|--More--.*|.*\(END\)|lines \d+-\d+.*|Manual page .*|--Type <RET> for more.*)$/;

export function isPagerRow(row: string): boolean {
  return PAGER.test(row.trim());
}
