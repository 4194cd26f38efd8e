import { writeFileSync } from "node:fs";
import { join } from "node:path";

let printed = 0;

/** A sandbox, or another machine. */
interface Place {
  readonly dir: string;
  type(paneId: string, line: string): void;
}

export function marker(state: string, message: string): string {
  return `--<[schmux:${state}:${message}]>--`;
}

/**
 * Writes a script and returns the command that runs it. A marker typed into a shell would be echoed; this is not. It
 * begins with a line of its own: a shell that is late prints its prompt behind the typed line.
 */
export function script(box: Place, ...lines: string[]): string {
  const path = join(box.dir, `script-${printed++}.sh`);
  writeFileSync(path, `echo\n${lines.join("\n")}\n`);
  return `sh ${path}`;
}

/** Has a program in the pane print exactly these bytes, from the beginning of a line on: see `script`. */
export function print(box: Place, paneId: string, bytes: string | Buffer): void {
  box.type(paneId, `echo; ${printing(box, bytes)}`);
}

/** The command that prints exactly these bytes. */
export function printing(box: Place, bytes: string | Buffer): string {
  const path = join(box.dir, `bytes-${printed++}`);
  writeFileSync(path, bytes);
  return `cat ${path}`;
}
