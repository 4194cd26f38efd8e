import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * An agent with dialogs like Claude's. It reads what to ask from a file, draws it, reports it through our hook, takes
 * keys as Claude does (numbers pick, arrows move, the last choice takes text) and writes the answers to another file.
 */
const DIALOG_AGENT = `
const { appendFileSync, existsSync, readFileSync, unlinkSync } = require("node:fs");
const { spawn } = require("node:child_process");
const [log, orders, hook] = process.argv.slice(2);
const RULE = "\\u2500".repeat(60), DOTS = "\\u254c".repeat(60);
let dialog = null, cursor = 0, typed = "", box = "", number = 0, stopped = false, hooked = false, prompts = 0, told = Promise.resolve();
const note = (entry) => appendFileSync(log, JSON.stringify(entry) + "\\n");
// as Claude does: a hook begins when the one before it has ended
const tell = (event, payload) => {
  const words = JSON.stringify({ session_id: "s-1", prompt_id: "t1", cwd: dialog?.cwd ?? "/w", ...payload });
  told = told.then(() => new Promise((ended) => {
    const child = spawn(hook, ["hook", "claude", event], { stdio: ["pipe", "ignore", "ignore"] });
    child.on("exit", ended);
    child.stdin.end(words);
  }));
  return told;
};
// as Claude does: it works until this hook has ended, and is at rest then
const tellAndRest = (event, payload) => {
  hooked = true;
  return tell(event, payload).then(() => { hooked = false; draw(); });
};
// as Claude does: the hook waits beside the dialog, what it prints first counts, and it is not told of a Yes at the terminal
const offer = () => {
  const asked = dialog;
  const child = spawn(hook, ["decide", "claude", "PermissionRequest"], { stdio: ["pipe", "pipe", "ignore"] });
  let text = "";
  child.stdout.on("data", (chunk) => { text += chunk; });
  child.on("exit", () => note({ hook: "over" }));
  child.stdout.on("end", () => {
    if (text === "") return;
    const { decision } = JSON.parse(text).hookSpecificOutput;
    note({ decision, ...(dialog !== asked && { late: true }) });
    if (dialog !== asked) return;
    const done = call();
    const said = dialog.quicker ?? decision.behavior;
    dialog = null;
    number += 1;
    stopped = said === "cancel" || (said === "deny" && decision.interrupt === true);
    if (said === "allow") tellAndRest("PostToolUse", { ...done, tool_use_id: "u" + number });
    else tellAndRest("Stop", { last_assistant_message: "stopped" });
    draw();
  });
  child.stdin.end(JSON.stringify({ session_id: "s-1", prompt_id: "t1", cwd: dialog.cwd ?? "/w", permission_suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }], ...call() }));
};
const approves = () => dialog.command !== undefined || dialog.edit !== undefined;
const call = () => dialog.edit !== undefined ? { tool_name: "Edit", tool_input: dialog.edit } : dialog.command !== undefined
  ? { tool_name: "Bash", tool_input: { command: dialog.command } }
  : { tool_name: "AskUserQuestion", tool_input: { questions: [{ question: dialog.question, header: "H", multiSelect: false, options: dialog.options.map((label) => ({ label })) }] } };
const labels = () => approves()
  ? ["Yes", "Yes, and don't ask again for make commands in /w", "No"]
  : [...dialog.options, typed || "Type something.", "Chat about this"];
const rows = () => {
  if (dialog !== null ? dialog.working : hooked && !stopped) return ["\\u273d Clauding\\u2026 (4s \\u00b7 \\u2193 14 tokens)", "", RULE, "\\u276f ", RULE, "  esc to interrupt"];
  if (stopped) return ["  \\u23bf  Interrupted \\u00b7 What should Claude do instead?", "", RULE, "\\u276f " + box, RULE, "  ? for shortcuts"];
  if (dialog === null) return [RULE, "\\u276f " + box, RULE, "  ? for shortcuts"];
  const all = labels().map((label, index) => (index === cursor ? "\\u276f " : "  ") + (index + 1) + ". " + label);
  if (dialog.edit !== undefined) return ["\\u25cf Working", RULE, " Edit file", " " + dialog.edit.file_path, DOTS, " 1 - old", " 1 + new", DOTS, " Do you want to make this edit to " + dialog.edit.file_path.split("/").at(-1) + "?", ...all.map((row) => " " + row), "", " Esc to cancel"];
  if (dialog.command !== undefined) return ["\\u25cf Working", RULE, " Bash command", "", DOTS, " " + dialog.command, DOTS, "", " Do you want to proceed?", ...all.map((row) => " " + row), "", " Esc to cancel"];
  return ["\\u25cf Working", RULE, " \\u2610 H", "", dialog.question, "", ...all.slice(0, -1), RULE, all.at(-1), "", "Enter to select \\u00b7 \\u2191/\\u2193 to navigate \\u00b7 Esc to cancel"];
};
const draw = () => process.stdout.write("\\x1b[H\\x1b[2J" + rows().join("\\r\\n"));
const pick = (index) => {
  const isWords = !approves() && index === dialog.options.length;
  if (isWords && typed === "") { cursor = index; return; }
  note(isWords ? { words: typed } : { picked: labels()[index] });
  if (dialog.deaf) return;
  const done = call();
  dialog = null;
  typed = "";
  number += 1;
  tellAndRest("PostToolUse", { ...done, tool_use_id: "u" + number });
};
const submit = () => {
  note({ prompt: box });
  tell("UserPromptSubmit", { prompt_id: "t" + Date.now() });
  box = "";
  prompts += 1;
};
const press = (key) => {
  if (dialog !== null && dialog.working) {
    note({ working: key });
    if (key === "\\x1b" && !dialog.deaf) { dialog = null; stopped = true; }
    return;
  }
  const isWriting = dialog !== null && !approves() && cursor === dialog.options.length;
  if (dialog === null) {
    // as Claude does: Enter in an empty box does nothing
    if (key === "\\r") { if (box !== "") submit(); }
    else if (key >= " ") box += key;
  } else if (key === "\\x1b[A") cursor = Math.max(0, cursor - 1);
  else if (key === "\\x1b[B") cursor = Math.min(labels().length - 1, cursor + 1);
  else if (key === "\\r") pick(cursor);
  else if (isWriting && key >= " ") typed += key;
  else if (/^[1-9]$/.test(key) && Number(key) <= labels().length) { if (dialog.moves) cursor = Number(key) - 1; else pick(Number(key) - 1); }
  else note({ stray: key });
};
setInterval(() => {
  if (hooked || !existsSync(orders)) return;
  const order = JSON.parse(readFileSync(orders, "utf8"));
  if (order?.onPrompt && prompts === 0) return;
  dialog = order;
  unlinkSync(orders);
  cursor = 0;
  typed = "";
  stopped = false;
  // as Claude does: it works once this hook has ended
  if (dialog !== null && dialog.working) { tell("UserPromptSubmit", { prompt_id: "t" + Date.now() }).then(draw); return; }
  draw();
  if (dialog !== null && !dialog.quiet) tell("PermissionRequest", call());
  if (dialog !== null && dialog.waits) offer();
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

/** A command or an edit to approve, a question with choices, or work that Escape stops. */
export interface Order {
  command?: string;
  edit?: { file_path: string; old_string: string; new_string: string };
  /** Where it runs; /w unless it is named. */
  cwd?: string;
  question?: string;
  options?: string[];
  working?: boolean;
  /** Begins once a prompt was sent. */
  onPrompt?: boolean;
  /** Shows the dialog without reporting it. */
  quiet?: boolean;
  /** A hook waits for the answer beside the dialog. */
  waits?: boolean;
  /** The person's answer, given a moment before the hook's. */
  quicker?: "allow" | "cancel";
  /** A digit only moves the cursor. */
  moves?: boolean;
  /** Keeps the dialog open whatever is pressed. */
  deaf?: boolean;
}

export interface DialogAgent {
  command: string;
  ask(order: Order | null): void;
  read(): object[];
}

/** The command that starts it; `hook` is the command it reports through. */
export function dialogAgent(dir: string, hook: string, name = "dialogist"): DialogAgent {
  const [binary, script] = [join(dir, "bin", "claude"), join(dir, "dialogist.js")];
  const [log, orders] = [join(dir, `${name}.jsonl`), join(dir, `${name}.order`)];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  // another one may be about to read it
  if (!existsSync(script)) writeFileSync(script, DIALOG_AGENT);
  return {
    command: `${binary} ${script} ${log} ${orders} ${hook}`,
    ask(order) {
      writeFileSync(`${orders}.tmp`, JSON.stringify(order));
      renameSync(`${orders}.tmp`, orders);
    },
    read: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      // the last line may be half written: drop everything after the last line break
      const lines = text.split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as object);
    },
  };
}
