import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * An agent that asks several questions at once, or allows several choices, as Claude does: a tab per question,
 * checkboxes, and a review at the end. It reports the call through our hook and writes the answers to a file.
 */
const QUESTION_AGENT = `
const { appendFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const [log, hook, asked] = process.argv.slice(2);
const questions = JSON.parse(Buffer.from(asked, "base64").toString());
const RULE = "\\u2500".repeat(60);
const answers = questions.map(() => []);
let tab = 0, cursor = 0, isOver = false, hooked = false, told = Promise.resolve();
// as Claude does: a hook begins when the one before it has ended
const tell = (event, payload) => {
  told = told.then(() => new Promise((ended) => {
    const child = spawn(hook, ["hook", "claude", event], { stdio: ["pipe", "ignore", "ignore"] });
    child.on("exit", ended);
    child.stdin.end(JSON.stringify({ session_id: "s-1", prompt_id: "t1", cwd: "/w", ...payload }));
  }));
  return told;
};
const call = {
  tool_name: "AskUserQuestion",
  tool_input: { questions: questions.map(({ options, ...rest }) => ({ ...rest, options: options.map((label) => ({ label })) })) },
};
const labels = () => tab === questions.length ? ["Submit answers", "Cancel"]
  : [...questions[tab].options, questions[tab].multiSelect ? "Type something" : "Type something.", "Chat about this"];
const rows = () => {
  if (hooked) return ["\\u273d Clauding\\u2026 (4s \\u00b7 \\u2193 14 tokens)", "", RULE, "\\u276f ", RULE, "  esc to interrupt"];
  if (isOver) return [RULE, "\\u276f ", RULE, "  ? for shortcuts"];
  const tabs = "\\u2190  " + questions.map(({ header }, n) => (answers[n].length > 0 ? "\\u2612 " : "\\u2610 ") + header).join("  ") + "  \\u2714 Submit  \\u2192";
  const all = labels().map((label, n) => {
    const box = tab < questions.length && questions[tab].multiSelect && n <= questions[tab].options.length ? (answers[tab].includes(label) ? "[\\u2714] " : "[ ] ") : "";
    return (n === cursor ? "\\u276f " : "  ") + (n + 1) + ". " + box + label;
  });
  if (tab === questions.length) return ["", RULE, tabs, "", "Review your answers", "", "Ready to submit your answers?", "", ...all];
  const submit = questions[tab].multiSelect ? ["     Submit"] : [];
  return ["\\u25cf Working", RULE, tabs, "", questions[tab].question, "", ...all.slice(0, -1), ...submit, RULE, all.at(-1), "", "Enter to select \\u00b7 \\u2191/\\u2193 to navigate \\u00b7 Esc to cancel"];
};
const draw = () => process.stdout.write("\\x1b[H\\x1b[2J" + rows().join("\\r\\n"));
const go = (to) => { tab = to; cursor = 0; };
const pick = (index) => {
  const label = labels()[index];
  if (tab === questions.length) {
    if (index !== 0) return;
    isOver = true;
    appendFileSync(log, JSON.stringify(answers) + "\\n");
    // as Claude does: it works until this hook has ended, and is at rest then
    hooked = true;
    tell("PostToolUse", { ...call, tool_use_id: "u1" }).then(() => { hooked = false; draw(); });
    return;
  }
  if (index >= questions[tab].options.length) return;
  if (!questions[tab].multiSelect) { answers[tab] = [label]; return go(tab + 1); }
  answers[tab] = answers[tab].includes(label) ? answers[tab].filter((each) => each !== label) : [...answers[tab], label];
};
const press = (key) => {
  if (key === "\\x1b[A") cursor = Math.max(0, cursor - 1);
  else if (key === "\\x1b[B") cursor = Math.min(labels().length - 1, cursor + 1);
  else if (key === "\\x1b[C") go(Math.min(questions.length, tab + 1));
  else if (key === "\\x1b[D") go(Math.max(0, tab - 1));
  else if (key === "\\r") pick(cursor);
  else if (/^[1-9]$/.test(key) && Number(key) <= labels().length) pick(Number(key) - 1);
};
process.stdout.write("\\x1b[?1049h");
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  for (const key of chunk.match(/\\x1b\\[[A-Z]|[^]/gu) ?? []) { if (key === "\\x04") process.exit(0); if (!isOver) press(key); }
  draw();
});
draw();
tell("PermissionRequest", call);
`;

export interface AskedPart {
  header: string;
  question: string;
  options: string[];
  multiSelect: boolean;
}

/**
 * The command that starts it, and the answers, question by question, once submitted; `hook` is what it reports through.
 */
export function questionAgent(
  dir: string,
  hook: string,
  questions: AskedPart[],
): { command: string; read(): string[][] | null } {
  const [binary, script, log] = [join(dir, "bin", "claude"), join(dir, "questioner.js"), join(dir, "answers.jsonl")];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  writeFileSync(script, QUESTION_AGENT);
  const asked = Buffer.from(JSON.stringify(questions)).toString("base64");
  return {
    command: `${binary} ${script} ${log} ${hook} ${asked}`,
    read: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      // the file may be half written
      return text.endsWith("\n") ? (JSON.parse(text.trim()) as string[][]) : null;
    },
  };
}
