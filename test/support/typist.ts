import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * An agent with an input box like Claude's. It takes pastes as such, writes what it was given to a file when Enter is
 * pressed, and reports each prompt by our hook, as the agent would. It ends at SIGTERM or Ctrl-D; SIGINT it survives.
 */
const TYPIST = `
const { appendFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const [log, hook = "", draft = ""] = process.argv.slice(2);
const RULE = "\\u2500".repeat(60);
let box = draft, pasting = false, rest = "";
const draw = () => {
  const shown = box.split("\\n").slice(-20).map((line) => line.slice(-100)).join("\\n  ");
  process.stdout.write("\\x1b[H\\x1b[2J" + (RULE + "\\n\\u276f " + shown + "\\n" + RULE + "\\n  ? for shortcuts\\n").replaceAll("\\n", "\\r\\n"));
};
const submit = () => {
  appendFileSync(log, JSON.stringify(box) + "\\n");
  if (hook !== "") {
    const child = spawn(hook, ["hook", "claude", "UserPromptSubmit"], { stdio: ["pipe", "ignore", "inherit"] });
    child.stdin.end(JSON.stringify({ session_id: "s-1", prompt_id: "t" + Date.now(), cwd: "/w", prompt: box.slice(0, 50) }));
  }
  box = "";
};
process.on("SIGINT", () => appendFileSync(log, JSON.stringify("<SIGINT>") + "\\n"));
process.stdout.write("\\x1b[?1049h\\x1b[?2004h");
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  rest += chunk;
  while (rest !== "") {
    if (rest.startsWith("\\x1b[200~")) { pasting = true; rest = rest.slice(6); continue; }
    if (rest.startsWith("\\x1b[201~")) { pasting = false; rest = rest.slice(6); continue; }
    if (rest[0] === "\\x1b" && rest.length < 6 && pasting) break;
    const [key] = rest;
    rest = rest.slice(key.length);
    if (pasting) box += key === "\\r" ? "\\n" : key;
    else if (key === "\\r") submit();
    else if (key === "\\x04") process.exit(0);
    else if (key === "\\x03") appendFileSync(log, JSON.stringify("<C-c>") + "\\n");
    else if (key >= " ") box += key;
  }
  draw();
});
draw();
`;

/** A command that starts it; `read` is what it was given so far. */
export function typist(
  dir: string,
  { hook = "", draft = "", name = "typist" } = {},
): { command: string; read(): string[] } {
  const [binary, script, log] = [join(dir, "bin", "claude"), join(dir, "typist.js"), join(dir, `${name}.jsonl`)];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  writeFileSync(script, TYPIST);
  return {
    command: `${binary} ${script} ${log} '${hook}' '${draft}'`,
    read: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as string)
        : [],
  };
}
