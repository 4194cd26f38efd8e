import type { Terminal } from "@xterm/xterm";

/**
 * Programs query their terminal for its type and cursor position. tmux is that terminal and has already answered: a
 * second answer would be typed into the program.
 */
export function silenceAnswers({ parser }: Terminal): void {
  const taken = () => true;
  const asks = (data: string) => data.includes("?");
  parser.registerCsiHandler({ final: "c" }, taken);
  parser.registerCsiHandler({ prefix: ">", final: "c" }, taken);
  parser.registerCsiHandler({ final: "n" }, taken);
  parser.registerCsiHandler({ prefix: "?", final: "n" }, taken);
  parser.registerCsiHandler({ intermediates: "$", final: "p" }, taken);
  parser.registerCsiHandler({ prefix: "?", intermediates: "$", final: "p" }, taken);
  parser.registerDcsHandler({ intermediates: "$", final: "q" }, taken);
  for (const ident of [4, 10, 11, 12]) parser.registerOscHandler(ident, asks);
}

/** tmux reports focus changes to programs itself. */
export function isFocusReport(data: string): boolean {
  return data === "\x1b[I" || data === "\x1b[O";
}
