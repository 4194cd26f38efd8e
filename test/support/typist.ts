import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * An agent with an input box like Claude's. It recognises pastes, writes its input to a file on Enter, and reports each
 * prompt through our hook. Enter in an empty box does nothing. It ends on SIGTERM or Ctrl-D and survives SIGINT. A file beside the log makes it open a
 * dialog some time after the first key: Enter is then an answer, and is written as one. If it is told to, it shows that it
 * works on each prompt until another file tells it to rest, else it rests at once.
 */
const TYPIST = `
const { appendFileSync, existsSync, readFileSync, unlinkSync, writeFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const [log, hook = "", draft = "", works = ""] = process.argv.slice(2);
const RULE = "\\u2500".repeat(60);
let box = draft, pasting = false, rest = "", dialog = null, working = false;
const draw = () => {
  if (dialog !== null) return process.stdout.write("\\x1b[H\\x1b[2J" + dialog.replaceAll("\\n", "\\r\\n"));
  const shown = box.split("\\n").slice(-20).map((line) => line.slice(-100)).join("\\n  ");
  const [spinner, keys] = working ? ["\\u273d Clauding\\u2026 (4s \\u00b7 \\u2193 14 tokens)\\n\\n", "esc to interrupt"] : ["", "? for shortcuts"];
  process.stdout.write("\\x1b[H\\x1b[2J" + (spinner + RULE + "\\n\\u276f " + shown + "\\n" + RULE + "\\n  " + keys + "\\n").replaceAll("\\n", "\\r\\n"));
  writeFileSync(log + ".box", String(box.length));
};
const submit = () => {
  appendFileSync(log, JSON.stringify(box) + "\\n");
  if (hook !== "") {
    const child = spawn(hook, ["hook", "claude", "UserPromptSubmit"], { stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.end(JSON.stringify({ session_id: "s-1", prompt_id: "t" + Date.now(), cwd: "/w", prompt: box.slice(0, 50) }));
    // as Claude does: it works once this hook has ended
    if (works !== "") child.on("exit", () => { working = true; draw(); });
  }
  box = "";
};
setInterval(() => {
  if (!working || !existsSync(log + ".rest")) return;
  unlinkSync(log + ".rest");
  working = false;
  draw();
}, 20).unref();
// children as agents have them: {"argv": [...], "stdio": [...]} in this file starts one; the keys are its own if it has them
setInterval(() => {
  if (!existsSync(log + ".run")) return;
  const { argv: [program, ...words], stdio } = JSON.parse(readFileSync(log + ".run", "utf8"));
  unlinkSync(log + ".run");
  if (stdio[0] === "inherit") process.stdin.pause();
  spawn(program, words, { stdio }).on("exit", () => { process.stdin.resume(); draw(); });
}, 50).unref();
process.on("SIGINT", () => appendFileSync(log, JSON.stringify("<SIGINT>") + "\\n"));
process.stdout.write("\\x1b[?1049h\\x1b[?2004h");
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  rest += chunk;
  if (existsSync(log + ".ask")) {
    const { afterMs, screen } = JSON.parse(readFileSync(log + ".ask", "utf8"));
    unlinkSync(log + ".ask");
    setTimeout(() => { dialog = screen; draw(); }, afterMs);
  }
  while (rest !== "") {
    if (rest.startsWith("\\x1b[200~")) { pasting = true; rest = rest.slice(6); continue; }
    if (rest.startsWith("\\x1b[201~")) { pasting = false; rest = rest.slice(6); continue; }
    if (rest[0] === "\\x1b" && rest.length < 6 && pasting) break;
    const [key] = rest;
    rest = rest.slice(key.length);
    if (pasting) box += key === "\\r" ? "\\n" : key;
    else if (key === "\\r" && dialog !== null) appendFileSync(log, JSON.stringify("<answered>") + "\\n");
    else if (key === "\\r") { if (box !== "") submit(); }
    else if (key === "\\x04") process.exit(0);
    else if (key === "\\x03") appendFileSync(log, JSON.stringify("<C-c>") + "\\n");
    else if (key >= " ") box += key;
  }
  draw();
});
draw();
`;

/** The command that starts it; `read` returns its input so far, `typed` how much its box shows. */
export function typist(
  dir: string,
  { hook = "", draft = "", name = "typist", works = false } = {},
): { command: string; log: string; read(): string[]; typed(): number } {
  const [binary, script, log] = [join(dir, "bin", "claude"), join(dir, "typist.js"), join(dir, `${name}.jsonl`)];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  writeFileSync(script, TYPIST);
  return {
    log,
    command: `${binary} ${script} ${log} '${hook}' '${draft}'${works ? " works" : ""}`,
    typed: () => (existsSync(`${log}.box`) ? Number(readFileSync(`${log}.box`, "utf8")) : 0),
    read: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      // the last line may be half written
      const lines = text.split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as string);
    },
  };
}
