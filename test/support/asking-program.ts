import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Asks by a marker unless `question` is empty, reads one line as the answer and works on; answers go to a file. */
const ASKER = `
const { appendFileSync } = require("node:fs");
const [log, question] = process.argv.slice(2);
const say = (state, words) => console.log("--<[schmux:" + state + ":" + words + "]>--");
if (question !== "") say("needs_input", question);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  appendFileSync(log, JSON.stringify(line) + "\\n");
  say("working", "on it");
});
`;

/** A program for a registered pane: the command that starts it, and the answers it has received so far. */
export function askingProgram(dir: string, name: string, question: string): { command: string; read(): string[] } {
  const [script, log] = [join(dir, "askingProgram.js"), join(dir, `${name}.answers`)];
  // another one may be about to read it
  if (!existsSync(script)) writeFileSync(script, ASKER);
  return {
    command: `${process.execPath} ${script} ${log} '${question}'`,
    read: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      // the last line may be half written
      const lines = text.split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as string);
    },
  };
}
