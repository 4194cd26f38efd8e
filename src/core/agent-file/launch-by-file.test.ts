import { describe, expect, it } from "vitest";
import { chooseInstructions } from "../provision/choose-instructions.ts";
import { findLaunch } from "../provision/find-launch.ts";
import { ownAgent } from "./own-agent.ts";
import { readAgentFile } from "./read-agent-file.ts";

const HEAD = `schema = 1\nname = "mini"\nlabel = "Mini"\nnewest = "1"\n`;
const PROCESS = "[process]\nbinary = '/mini$'\n";
const LAUNCH = `[launch]
program = "mini-cli"
args = ["--quiet"]
models = '^mini-'
model = ["--model={model}"]
prompt = ["-p", "{prompt}"]
`;

const read = (text: string) => readAgentFile("mini.toml", `${HEAD}${PROCESS}${text}`);

function agentOf(text: string) {
  const result = read(text);
  if (!result.ok) throw new Error(result.faults.join("\n"));
  return ownAgent(result.file);
}

describe("[launch]", () => {
  it("[AD65] an agent of one's own is found by its name, its program and its models, and gets its prompt as it is", () => {
    const agents = [agentOf(LAUNCH)];
    for (const name of ["mini", "mini-cli"])
      expect(findLaunch(name, agents)).toMatchObject({ kind: "agent", name: "mini", words: [] });
    const found = findLaunch("mini-large", agents);
    expect(found).toMatchObject({ kind: "agent", words: ["--model=mini-large"], launch: { args: ["--quiet"] } });
    expect(found.kind === "agent" && found.launch.prompt?.("a {prompt} $& 'b'")).toEqual(["-p", "a {prompt} $& 'b'"]);
    expect(findLaunch("other", agents)).toEqual({ kind: "command", program: "other" });
  });

  it("[AD65] instructions go into the file that it reads, if its file names one", () => {
    const choose = (text: string) => {
      const { launch } = agentOf(text);
      if (launch === undefined) throw new Error("no launch");
      const given = { text: "", file: "", settings: new Map(), args: [] };
      return chooseInstructions({ ...given, launch, workspace: "/w", seen: [] });
    };
    expect(choose(LAUNCH).by).toBe("none");
    expect(choose(`${LAUNCH}instructions = "docs/MINI.md"\n`)).toEqual({
      by: "file",
      path: "/w/docs/MINI.md",
      before: null,
    });
  });

  it.each([
    ["a program with a folder", `program = "/bin/mini"`, "launch.program: the name of a program in PATH"],
    [
      "a prompt without its place",
      `program = "m"\nprompt = ["-p"]`,
      "launch.prompt: one of the words must hold {prompt}",
    ],
    ["models alone", `program = "m"\nmodels = 'a'`, "models and model belong together"],
    ["instructions outside", `program = "m"\ninstructions = "../x"`, "launch.instructions: the path of a file within"],
    ["instructions from the root", `program = "m"\ninstructions = "/etc/x"`, "launch.instructions: the path"],
  ])("[AD65] refuses %s", (_, text, fault) => {
    const result = read(`[launch]\n${text}\n`);
    expect(result.ok ? [] : result.faults).toEqual([expect.stringContaining(fault)]);
  });
});

it("[AD61] an exit key is one that tmux knows by its name, never words of its language", () => {
  expect(agentOf(`[exit]\nkey = "C-d"\ntimes = 2\n`).exit).toEqual({ key: "C-d", times: 2 });
  for (const key of ["C-c ; kill-server", "a b", ";", "$HOME", "", "x".repeat(21)])
    expect(read(`[exit]\nkey = ${JSON.stringify(key)}\ntimes = 1\n`).ok).toBe(false);
});
