import { CAPTURE_REPLIES, captureCommand, readCapture } from "../../core/terminal/screen-capture.ts";
import { type Reply, tmuxQuote } from "../targets/tmux-control.ts";
import type { Boundary } from "./pane-tap.ts";

const TAKEN = "agtmux-pipe-taken";
const TEXT_FACTS = "#{alternate_on} #{pane_height}";

export interface Splice {
  paneId: string;
  scrollback: number;
  /** Of the new pipe. */
  path: string;
  command: string;
  /** The pipe that may be closed: ours by its path, or `any` where it is known to be nobody's. */
  former: string | null;
}

/** One line, so that tmux does nothing in between. */
export function spliceCommand({ paneId, scrollback, path, command, former }: Splice): string {
  const target = `-t ${paneId}`;
  // tmux expands the command as a format, and as a time
  const pipe = tmuxQuote(command.replaceAll("#", "##").replaceAll("%", "%%"));
  const splice = [
    `pipe-pane ${target}`,
    captureCommand(paneId, scrollback),
    `display-message -p ${target} '${TEXT_FACTS}'`,
    `capture-pane -p -J -S -${scrollback} ${target}`,
    `pipe-pane -O ${target} ${pipe}`,
    `set-option -p ${target} @agtmux_pipe ${tmuxQuote(path)}`,
  ].join(" ; ");
  return `if-shell -F ${target} ${tmuxQuote(mayClose(former))} { ${splice} } { display-message -p ${target} ${TAKEN} }`;
}

/** Closes the pipe of that path, where it is still ours; without a writer there is none to close. */
export function closeCommand(paneId: string, path: string, isFed: boolean): string {
  const target = `-t ${paneId}`;
  const shut = isFed ? `pipe-pane ${target} ; ` : "";
  return `if-shell -F ${target} ${tmuxQuote(isOurs(path))} { ${shut}set-option -pu ${target} @agtmux_pipe }`;
}

/** What the pane showed, or why nothing was spliced. */
export function readSplice(paneId: string, replies: readonly Reply[]): Boundary | "taken" | "gone" {
  if (replies.some(({ lines }) => lines[0] === TAKEN)) return "taken";
  // the first answers if-shell itself, the second the closing of the old pipe
  const captured = replies.slice(2, 2 + CAPTURE_REPLIES);
  const [facts, joined] = replies.slice(2 + CAPTURE_REPLIES);
  const screen = readCapture(paneId, captured);
  if (screen === null || !facts?.ok || !joined?.ok) return "gone";
  const [alternate, height] = (facts.lines[0] ?? "").split(" ");
  return { screen, text: { rows: joined.lines, height: Number(height), alternate: alternate === "1" } };
}

function mayClose(former: string | null): string {
  const isFree = "#{==:#{pane_pipe},0}";
  if (former === "any") return "1";
  return former === null ? isFree : `#{||:${isFree},${isOurs(former)}}`;
}

function isOurs(path: string): string {
  return `#{==:#{@agtmux_pipe},${path.replaceAll("#", "##").replaceAll(",", "#,").replaceAll("}", "#}")}}`;
}
