import { writeFileSync } from "node:fs";
import { join } from "node:path";

let printed = 0;

/** A sandbox, or a machine elsewhere. */
interface Place {
  readonly dir: string;
  type(paneId: string, line: string): void;
}

export function marker(state: string, message: string): string {
  return `--<[schmux:${state}:${message}]>--`;
}

/** A script in the sandbox; returns the command that runs it. A marker typed into a shell would be echoed; this is not. */
export function script(box: Place, ...lines: string[]): string {
  const path = join(box.dir, `script-${printed++}.sh`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return `sh ${path}`;
}

/** Lets a program in the pane print these very bytes. */
export function print(box: Place, paneId: string, bytes: string | Buffer): void {
  box.type(paneId, printing(box, bytes));
}

/** The command that prints these very bytes. */
export function printing(box: Place, bytes: string | Buffer): string {
  const path = join(box.dir, `bytes-${printed++}`);
  writeFileSync(path, bytes);
  return `cat ${path}`;
}
