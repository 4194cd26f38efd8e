import { CAPTURE_REPLIES, captureCommand, readCapture } from "../../../core/terminal/screen-capture.ts";
import { type Reply, tmuxQuote } from "../tmux/tmux-control.ts";
import { LOOK_FACTS, readLook } from "./pane-look.ts";
import type { Boundary } from "./pane-tap.ts";

const TAKEN = "agtmux-pipe-taken";

export interface Splice {
  paneId: string;
  scrollback: number;
  /** Of the new pipe. */
  path: string;
  command: string;
  /** The pipe that may be closed: ours by its path, or `any` if the open one is known to be unused. */
  former: string | null;
  /** Whether a viewer needs the screen with colours and cursor. */
  withScreen: boolean;
}

/** One line, so that tmux does nothing in between. */
export function spliceCommand({ paneId, scrollback, path, command, former, withScreen }: Splice): string {
  const target = `-t ${paneId}`;
  // tmux expands the command as a format, and as a time
  const pipe = tmuxQuote(command.replaceAll("#", "##").replaceAll("%", "%%"));
  const splice = [
    `pipe-pane ${target}`,
    ...(withScreen ? [captureCommand(paneId, scrollback)] : []),
    `display-message -p ${target} '${LOOK_FACTS}'`,
    `capture-pane -p -J -S -${scrollback} ${target}`,
    `pipe-pane -O ${target} ${pipe}`,
    `set-option -p ${target} @agtmux_pipe ${tmuxQuote(path)}`,
  ].join(" ; ");
  return `if-shell -F ${target} ${tmuxQuote(mayClose(former))} { ${splice} } { display-message -p ${target} ${TAKEN} }`;
}

/** Closes the pipe of that path if it is still ours; without a writer there is none to close. */
export function closeCommand(paneId: string, path: string, hasWriter: boolean): string {
  const target = `-t ${paneId}`;
  const shut = hasWriter ? `pipe-pane ${target} ; ` : "";
  return `if-shell -F ${target} ${tmuxQuote(isOurs(path))} { ${shut}set-option -pu ${target} @agtmux_pipe }`;
}

/** The pane's screen, or why nothing was spliced. */
export function readSplice(
  paneId: string,
  replies: readonly Reply[],
  withScreen: boolean,
): Boundary | "taken" | "gone" {
  if (replies.some(({ lines }) => lines[0] === TAKEN)) return "taken";
  // the first reply is for if-shell itself, the second for closing the old pipe
  const told = replies.slice(2);
  const screen = withScreen ? readCapture(paneId, told.splice(0, CAPTURE_REPLIES)) : null;
  const text = readLook(told);
  return text === null || (withScreen && screen === null) ? "gone" : { screen, text };
}

function mayClose(former: string | null): string {
  const isFree = "#{==:#{pane_pipe},0}";
  if (former === "any") return "1";
  return former === null ? isFree : `#{||:${isFree},${isOurs(former)}}`;
}

function isOurs(path: string): string {
  return `#{==:#{@agtmux_pipe},${path.replaceAll("#", "##").replaceAll(",", "#,").replaceAll("}", "#}")}}`;
}
