import { once } from "node:events";
import { isatty } from "node:tty";
import { Fault } from "../../core/protocol/base/fault.ts";
import { printable, writeOut } from "./write-out.ts";

const [STDIN, STDERR] = [0, 2];

/** Asks on the terminal; returns if the answer is yes, else throws with `otherwise`, which says what was not done. */
export async function confirm(question: string, otherwise: string): Promise<void> {
  if (!isatty(STDIN) || !isatty(STDERR))
    throw new Fault("E_NOT_CONFIRMED", `${otherwise}: there is no terminal to ask on; --yes says yes beforehand`);
  writeOut(STDERR, `${printable(question)} [y/N] `);
  if (!/^y(es)?$/i.test((await readLine()).trim())) throw new Fault("E_NOT_CONFIRMED", otherwise);
}

/** Asks on the terminal, and returns what is typed. */
export async function readAnswer(question: string): Promise<string> {
  writeOut(STDERR, printable(question));
  return (await readLine()).trim();
}

async function readLine(): Promise<string> {
  // an earlier question has paused it; without this the program would end here, since nothing else keeps it going
  process.stdin.resume();
  const ended = once(process.stdin, "end").then(() => {
    // end the line of the question, so that later output starts on its own line
    writeOut(STDERR, "\n");
    return "";
  });
  const line = await Promise.race([once(process.stdin, "data").then(([chunk]) => String(chunk)), ended]);
  process.stdin.pause();
  return line;
}
