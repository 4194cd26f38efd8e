import { formatLiteral, tmuxString } from "./tmux-words.ts";

/** How the pane must be when keys are sent to it. */
export interface PaneMark {
  pane_id: string;
  pane_pid: number;
  /** Its foreground program. */
  command: string;
}

export interface Guarded {
  pane: PaneMark;
  /** Whether the commands are keys; a pane in a mode, synchronised or with input off does not take those as meant. */
  areKeys: boolean;
  /** For keys: which program must be in the foreground: the same one (default), any, or any but a shell. */
  program?: "same" | "any" | "no-shell";
  /** Rows, or parts of them, that the pane must show. */
  shows?: readonly string[];
  /** A shell command without quotes that must succeed on the machine right before; null for none. */
  check: string | null;
  /** tmux commands, separated by ` ; `. */
  commands: string;
  /** Commands to run if a guard fails. */
  otherwise?: string;
  /** Random, so that programs in the pane cannot forge it; marks our own lines in the replies. */
  word: string;
}

export type GuardedAnswer =
  | { done: true; lines: string[] }
  | { done: false; why: "process" }
  | { done: false; why: "pane"; facts: PaneFacts }
  | { done: false; why: "tmux"; error: string };

export interface PaneFacts {
  pane_id: string;
  pane_pid: number;
  dead: boolean;
  in_mode: boolean;
  synchronized: boolean;
  input_off: boolean;
  command: string;
}

const KEY_FLAGS = ["pane_in_mode", "pane_synchronized", "pane_input_off"] as const;
const FACTS = ["pane_id", "pane_pid", "pane_dead", ...KEY_FLAGS];

/** Prints the pane's facts after `word`. */
export function askFacts(paneId: string, word: string): string {
  const format = [word, ...FACTS.map((name) => `#{${name}}`), "#{pane_current_command}"].join("\t");
  return `display-message -p -t ${paneId} '${format}'`;
}

export function parseFacts(lines: readonly string[], word: string): PaneFacts | null {
  const line = lines.find((each) => each.startsWith(`${word}\t`));
  if (line === undefined) return null;
  const [, pane_id = "", pid, dead, mode, synchronized, off, ...command] = line.split("\t");
  return {
    pane_id,
    pane_pid: Number(pid),
    dead: dead === "1",
    in_mode: mode !== "0" && mode !== "",
    synchronized: synchronized === "1",
    input_off: off === "1",
    command: command.join("\t"),
  };
}

/**
 * One tmux command that checks the process, then the pane, then runs the commands. tmux does nothing else between the
 * check of the pane and the commands.
 */
export function guardedCommand(guarded: Guarded): string {
  const { pane, check, commands, otherwise, word } = guarded;
  const instead = otherwise === undefined ? "" : `${otherwise} ; `;
  const no = `{ ${instead}${askFacts(pane.pane_id, `${word}-pane`)} }`;
  const yes = `{ ${commands} ; display-message -p ${word}-done }`;
  const keys = `if-shell -F -t ${pane.pane_id} ${tmuxString(paneCondition(guarded))} ${yes} ${no}`;
  if (check === null) return keys;
  // exec sh: tmux may run it with the user's own shell
  const shell = tmuxString(`exec sh -c '${check}'`);
  return `if-shell -t ${pane.pane_id} ${shell} { ${keys} } { ${instead}display-message -p ${word}-process }`;
}

export function guardedAnswer(
  replies: readonly { ok: boolean; lines: readonly string[] }[],
  word: string,
): GuardedAnswer {
  const lines = replies.flatMap((reply) => reply.lines);
  const failed = replies.find(({ ok }) => !ok);
  if (failed !== undefined) return { done: false, why: "tmux", error: failed.lines.join(" ") };
  if (lines.includes(`${word}-done`)) return { done: true, lines: lines.filter((line) => line !== `${word}-done`) };
  if (lines.includes(`${word}-process`)) return { done: false, why: "process" };
  const facts = parseFacts(lines, `${word}-pane`);
  return facts === null ? { done: false, why: "tmux", error: lines.join(" ") } : { done: false, why: "pane", facts };
}

/** In tmux's regular expression syntax. */
const IS_SHELL = "#{m/r:^-?(ba|z|fi|da|k|c|tc)?sh$|^(nu|pwsh|elvish|xonsh)$,#{pane_current_command}}";

/** Characters with a meaning in a pattern or its format; in a pattern `?` matches any character. */
const SPECIAL = /[*?[\]\\#,{}%"'$~]/g;

/** If the pane is gone, tmux resolves to another one: hence the check of its id. */
function paneCondition({ pane, areKeys, program = "same", shows = [] }: Guarded): string {
  const { pane_id, pane_pid, command } = pane;
  const flags = areKeys ? [...KEY_FLAGS, "pane_dead"] : [];
  const conditions = [
    `#{==:#{pane_id},${pane_id}}`,
    `#{==:#{pane_pid},${pane_pid}}`,
    ...(areKeys && program === "same" ? [`#{==:#{pane_current_command},${formatLiteral(command)}}`] : []),
    ...(areKeys && program === "no-shell" ? [`#{?${IS_SHELL},0,1}`] : []),
    ...flags.map((flag) => `#{?${flag},0,1}`),
    ...shows.map((row) => `#{C:${row.trim().replace(SPECIAL, "?")}}`),
  ];
  return conditions.reduce((all, each) => `#{&&:${all},${each}}`);
}
