import type { Line } from "../agents/screen.ts";
import { SHELL } from "../agents/screen-reader.ts";
import type { Excerpt } from "./excerpt.ts";

/** Who has the pane: a shell, a program that only shows or edits text, or any other. */
export type Foreground = "shell" | "viewer" | "program";

/** What they show is somebody else's text, and what they ask is about that text. */
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
/** A prompt by how it begins, whatever is typed after it. */
const BEGUN_PROMPT =
  /^(?:\([\w.+-]{1,40}\) ?)?(?:[➜❯λ»] {1,2}\S|[$%#] \S|\[?[\w.-]{1,64}@[\w.-]{1,64}[: ]|PS [A-Z~/]|[\w.-]{1,64}[%$#] )/u;

/** A shell's prompt and the command after it. */
export function isTypedCommand(row: string): boolean {
  return BEGUN_PROMPT.test(row);
}

/** The only prompts that nobody else shows: whose and which machine it is, and a command. */
const HOST_PROMPT = /^(?:\([\w.+-]{1,40}\) ?)?\[?[\w.-]{1,64}@[\w.-]{1,64}[: ].{0,200}?[$#%>] \S/u;

/** Rows under the last command that was given to a shell: what stands over it is over. */
export function sinceCommand(rows: readonly Line[]): readonly Line[] {
  return rows.slice(rows.findLastIndex(({ text }) => HOST_PROMPT.test(text)) + 1);
}

export function isShellPrompt(row: string): boolean {
  return BARE_PROMPT.test(row.trimEnd()) || BEGUN_PROMPT.test(row);
}

/** Nothing but a shell that waits for a command: no agent, and nobody to ask about. */
export function isPlainShell({ lines, command, alternate }: Excerpt): boolean {
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  return !alternate && foregroundOf(command) === "shell" && isShellPrompt(last);
}

/** The prompt of something that reads commands in a language of its own. */
const INTERPRETER_PROMPT =
  /^(?:>>>|\.\.\.|In \[\d+\]:|\((?:gdb|lldb|Pdb|i?pdb)\)|\w[\w-]{0,30}(?:\([\w:]+\))?(?:=?[#>]|-[#>]|\[\d+\]>)|irb\(.*\).*[>*]|iex.*>|ghci>|\*?\w+>)(?: |$)/u;

export function isInterpreterPrompt(row: string): boolean {
  return INTERPRETER_PROMPT.test(row);
}

/** A page that has not been shown to its end, or has. */
const PAGER = /^(?::|\(END\)|--More--.*|.*\(END\)|lines \d+-\d+.*|Manual page .*|--Type <RET> for more.*)$/;

export function isPagerRow(row: string): boolean {
  return PAGER.test(row.trim());
}
