import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * An agent with dialogs like Claude's. What it is to ask it finds in a file; it draws that, reports it by our hook, takes keys
 * as Claude does (numbers pick, arrows move, the last choice takes words) and writes what it was answered to another file.
 */
const DIALOGIST = `
const { appendFileSync, existsSync, readFileSync, unlinkSync } = require("node:fs");
const { spawn } = require("node:child_process");
const [log, orders, hook] = process.argv.slice(2);
const RULE = "\\u2500".repeat(60), DOTS = "\\u254c".repeat(60);
let dialog = null, cursor = 0, typed = "", box = "", number = 0;
const note = (entry) => appendFileSync(log, JSON.stringify(entry) + "\\n");
const tell = (event, payload) => {
  const child = spawn(hook, ["hook", "claude", event], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.end(JSON.stringify({ session_id: "s-1", prompt_id: "t1", cwd: "/w", ...payload }));
};
const call = () => dialog.command !== undefined
  ? { tool_name: "Bash", tool_input: { command: dialog.command } }
  : { tool_name: "AskUserQuestion", tool_input: { questions: [{ question: dialog.question, header: "H", multiSelect: false, options: dialog.options.map((label) => ({ label })) }] } };
const labels = () => dialog.command !== undefined
  ? ["Yes", "Yes, and don't ask again for make commands in /w", "No"]
  : [...dialog.options, typed || "Type something.", "Chat about this"];
const rows = () => {
  if (dialog === null) return [RULE, "\\u276f " + box, RULE, "  ? for shortcuts"];
  const all = labels().map((label, index) => (index === cursor ? "\\u276f " : "  ") + (index + 1) + ". " + label);
  if (dialog.command !== undefined) return ["\\u25cf Working", RULE, " Bash command", "", DOTS, " " + dialog.command, DOTS, "", " Do you want to proceed?", ...all.map((row) => " " + row), "", " Esc to cancel"];
  return ["\\u25cf Working", RULE, " \\u2610 H", "", dialog.question, "", ...all.slice(0, -1), RULE, all.at(-1), "", "Enter to select \\u00b7 \\u2191/\\u2193 to navigate \\u00b7 Esc to cancel"];
};
const draw = () => process.stdout.write("\\x1b[H\\x1b[2J" + rows().join("\\r\\n"));
const pick = (index) => {
  const isWords = dialog.command === undefined && index === dialog.options.length;
  if (isWords && typed === "") { cursor = index; return; }
  note(isWords ? { words: typed } : { picked: labels()[index] });
  if (dialog.deaf) return;
  const done = call();
  dialog = null;
  typed = "";
  number += 1;
  tell("PostToolUse", { ...done, tool_use_id: "u" + number });
};
const press = (key) => {
  const isWriting = dialog !== null && dialog.command === undefined && cursor === dialog.options.length;
  if (dialog === null) {
    if (key === "\\r") { note({ prompt: box }); tell("UserPromptSubmit", { prompt_id: "t" + Date.now() }); box = ""; }
    else if (key >= " ") box += key;
  } else if (key === "\\x1b[A") cursor = Math.max(0, cursor - 1);
  else if (key === "\\x1b[B") cursor = Math.min(labels().length - 1, cursor + 1);
  else if (key === "\\r") pick(cursor);
  else if (isWriting && key >= " ") typed += key;
  else if (/^[1-9]$/.test(key) && Number(key) <= labels().length) pick(Number(key) - 1);
  else note({ stray: key });
};
setInterval(() => {
  if (!existsSync(orders)) return;
  dialog = JSON.parse(readFileSync(orders, "utf8"));
  unlinkSync(orders);
  cursor = 0;
  typed = "";
  draw();
  if (dialog !== null && !dialog.quiet) tell("PermissionRequest", call());
}, 20);
process.stdout.write("\\x1b[?1049h");
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  for (const key of chunk.match(/\\x1b\\[[A-Z]|[^]/gu) ?? []) { if (key === "\\x04") process.exit(0); press(key); }
  draw();
});
draw();
`;

/** What it is to ask: a command to approve, or a question with choices. */
export interface Order {
  command?: string;
  question?: string;
  options?: string[];
  /** It asks without telling. */
  quiet?: boolean;
  /** It stays whatever is pressed. */
  deaf?: boolean;
}

export interface Dialogist {
  command: string;
  ask(order: Order | null): void;
  read(): object[];
}

/** A command that starts it; `hook` is the command that reports. */
export function dialogist(dir: string, hook: string, name = "dialogist"): Dialogist {
  const [binary, script] = [join(dir, "bin", "claude"), join(dir, "dialogist.js")];
  const [log, orders] = [join(dir, `${name}.jsonl`), join(dir, `${name}.order`)];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  writeFileSync(script, DIALOGIST);
  return {
    command: `${binary} ${script} ${log} ${orders} ${hook}`,
    ask(order) {
      writeFileSync(`${orders}.tmp`, JSON.stringify(order));
      renameSync(`${orders}.tmp`, orders);
    },
    read: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as object)
        : [],
  };
}
