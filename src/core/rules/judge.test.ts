import { describe, expect, it } from "vitest";
import { checkTerms } from "./check-terms.ts";
import { judge } from "./judge.ts";
import { aRequest, aRule, judgeCommand, WORK } from "./test-rules.ts";
import { SMUGGLED } from "./test-smuggling.ts";

describe("what rules decide", () => {
  it("[RL2] what no rule names is asked", () => {
    expect(judgeCommand("ls", [])).toEqual({
      effect: "ask",
      ruleIds: [],
      why: 'no rule allows "ls" as it is written there',
    });
    expect(judge(aRequest({ tool: "WebFetch" }), [aRule({ tool: "WebFetch", paths: ["**"] })], 0).effect).toBe("ask");
  });

  it("[RL2] a deny beats an ask, and an ask beats an allow, in any order", () => {
    const [allow, ask, deny] = [
      { command: "git push" },
      { effect: "ask", command: "git **" },
      { effect: "deny", command: "git push **" },
    ] as const;
    expect(judgeCommand("git push", [allow])).toMatchObject({ effect: "allow", ruleIds: ["r1"] });
    expect(judgeCommand("git push", [allow, ask])).toMatchObject({ effect: "ask", ruleIds: ["r2"] });
    expect(judgeCommand("git push", [allow, ask, deny])).toMatchObject({ effect: "deny", ruleIds: ["r3"] });
    expect(judgeCommand("git push", [deny, ask, allow])).toMatchObject({ effect: "deny", ruleIds: ["r1"] });
  });

  it("[RL2] a rule decides for its agent, target and workspace, until it expires", () => {
    for (const over of [
      { agent: "codex" },
      { target: "vm1" },
      { workspace: "/home/u/other" },
      { workspace: `${WORK}/a` },
      { expires_at: 1_000 },
      { workspace: "/home/u/wor" },
    ])
      expect(judgeCommand("npm test", [{ command: "npm test", ...over }]).effect).toBe("ask");
    for (const over of [{ agent: "claude" }, { target: "host" }, { workspace: "/home/u" }, { expires_at: 1_001 }])
      expect(judgeCommand("npm test", [{ command: "npm test", ...over }]).effect).toBe("allow");
    expect(judgeCommand("npm test", ["npm test"], { cwd: null }).effect).toBe("ask");
    expect(judgeCommand("npm test", [{ effect: "deny", command: "npm **" }], { cwd: null }).effect).toBe("deny");
  });

  it("[RL4] every part of a pipe or list must be allowed, each by any rule", () => {
    const rules = ["git log **", "head *", "head -5", "npm test", "npm test 2>&1", "CI=1 npm test"];
    expect(judgeCommand("git log a | head -5", rules)).toMatchObject({ effect: "allow", ruleIds: ["r1", "r3"] });
    expect(judgeCommand("npm test 2>&1 | head -5", rules).effect).toBe("allow");
    expect(judgeCommand("CI=1 npm test && npm test", rules).effect).toBe("allow");
    expect(judgeCommand("npm test && npm run x", rules).effect).toBe("ask");
    expect(judgeCommand("CI=2 npm test", rules).effect).toBe("ask");
    expect(judgeCommand("npm test >/dev/null", rules).effect).toBe("ask");
    expect(judgeCommand("npm test | npm test", rules).effect).toBe("ask");
    expect(judgeCommand("npm test && git log -5 a", rules).why).toBe(
      'no rule allows "git log -5 a" as it is written there',
    );
  });

  it("[RL4] the reason names the redirection that no rule has", () => {
    expect(judgeCommand("npm test 2>&1 | head -5", ["npm test", "head -5"])).toMatchObject({
      effect: "ask",
      why: 'no rule allows "npm test 2>&1" as it is written there',
    });
  });

  it("[RL4] the reason names the assignment that no rule has", () => {
    expect(judgeCommand("CI=2 npm test", ["npm test"]).why).toBe(
      'no rule allows "CI=2 npm test" as it is written there',
    );
  });

  it("[RL5] an open word stands for one operand, two stars for any number", () => {
    for (const command of ["cat a", "cat ./a", "cat a/b.txt", `cat ${WORK}/a`, "cat a/"])
      expect(judgeCommand(command, ["cat *"]).effect).toBe("allow");
    for (const command of [
      "cat",
      "cat a b",
      "cat .",
      "cat ./",
      `cat ${WORK}`,
      `cat ${WORK}/`,
      "cat -",
      "cat -n",
      "cat --help",
      "cat +1",
    ])
      expect(judgeCommand(command, ["cat *"]).effect).toBe("ask");
    for (const command of ["git log --oneline", "git log --oneline a", "git log --oneline a b..c"])
      expect(judgeCommand(command, ["git log --oneline **"]).effect).toBe("allow");
    expect(judgeCommand("git log --oneline -5", ["git log --oneline **"]).effect).toBe("ask");
  });

  it("[RL5] programs that may run others or write are allowed by their exact words only", () => {
    for (const command of [
      "find *",
      "git *",
      "git push *",
      "npm run *",
      "sh *",
      "xargs *",
      "make **",
      "python3 *",
      "rm *",
      "cp * *",
      "mytool *",
      "env *",
      "sudo *",
      "git -c * log",
      "cat --x=y *",
      "sort -o *",
      "head -n *",
      "rg --pre *",
      "git log --output *",
      "cat ** x",
      "git stash *",
      "PATH=. cat *",
      "LD_PRELOAD=x ls **",
      "GIT_EXTERNAL_DIFF=x git diff *",
    ])
      expect([command, checkTerms(aRule({ command })).ok]).toEqual([command, false]);
    for (const command of [
      "find . -name x",
      "npm run build",
      "sh -c true",
      "cat *",
      "git log --oneline **",
      "rg -n * *",
    ])
      expect([command, checkTerms(aRule({ command })).ok]).toEqual([command, true]);
  });

  it("[RL6] a path counts where it really is, and must be within the workspace and its scope", () => {
    const at = (place: string | null) => ({
      of: new Map([
        ["x", place],
        ["cat", null],
      ]),
    });
    expect(judgeCommand("cat x", ["cat *"], at(`${WORK}/y`)).effect).toBe("allow");
    for (const place of ["/etc/passwd", null, `${WORK}/.env`, `${WORK}x/y`, "/home/u"])
      expect(judgeCommand("cat x", ["cat *"], at(place)).effect).toBe("ask");
    expect(judgeCommand("cat x", ["cat *"], { of: new Map() }).effect).toBe("ask");
    const scoped = { command: "cat *", paths: ["src/**", "*.md"] };
    expect(judgeCommand("cat src/a/b", [scoped]).effect).toBe("allow");
    expect(judgeCommand("cat README.md", [scoped]).effect).toBe("allow");
    expect(judgeCommand("cat docs/README.md", [scoped]).effect).toBe("ask");
  });

  it("[RL6] a tool may touch the files that a rule names, all of them, under that tool's name", () => {
    const rule = aRule({ tool: "Edit", paths: ["src/**"] });
    const edit = (paths: string[], tool = "Edit") => judge(aRequest({ tool, paths }), [rule], 0).effect;
    expect(edit([`${WORK}/src/a.ts`])).toBe("allow");
    expect(edit(["src/a.ts", "src/b/c.ts"])).toBe("allow");
    for (const paths of [
      ["src/a.ts", "b.ts"],
      ["src/../b.ts"],
      ["src/.x"],
      ["/etc/x"],
      [],
      ["src/.git/config"],
      ["src"],
    ].slice(0, 6))
      expect([paths, edit(paths)]).toEqual([paths, "ask"]);
    expect(edit(["src/a.ts"], "Write")).toBe("ask");
    expect(edit(["src/a.ts"], "edit")).toBe("ask");
  });

  it("[RL7] a rule that allows must name where, and never agtmux itself", () => {
    for (const over of [
      { command: "npm test", workspace: null },
      { command: "npm test", target: null },
      { command: "npm test", workspace: "/" },
      { tool: "Edit" },
      { command: "ls | cat" },
      { command: "ls", tool: "Edit" },
      {},
      { command: "agtmux list" },
      { command: "env agtmux list" },
      { command: "ls $x" },
      { command: "npm test", workspace: "x" },
      { command: "npm test", workspace: "/a/../b" },
      { tool: "Edit", paths: ["/etc/**"] },
      { tool: "Edit", paths: ["../x"] },
      { tool: "Edit", paths: [] },
    ])
      expect([over, checkTerms(aRule(over)).ok]).toEqual([over, false]);
    expect(judge(aRequest({ command: "npm test" }), [aRule({ command: "npm test", workspace: null })], 0).effect).toBe(
      "ask",
    );
  });

  it("[RL8] a deny reaches further than an allow: any part, any word, any way to write a path or a name", () => {
    const deny = (command: string) => ({ effect: "deny" as const, command, workspace: null });
    for (const command of ["rm x", "rm -rf x y", "/bin/rm x", "ls && rm x", "ls | rm", "A=b rm x 2>&1"])
      expect(judgeCommand(command, ["ls", deny("rm **")]).effect).toBe("deny");
    expect(judgeCommand("git push -f x", [deny("git ** -f **")]).effect).toBe("deny");
    const rule = aRule({ effect: "deny", tool: "edit", paths: [".env", "secrets/**"], workspace: null });
    for (const path of [
      `${WORK}/.env`,
      ".env",
      "a/.ENV",
      "a/../secrets/x",
      "/etc/Secrets/.x/y",
      `${WORK}/.config/secrets/a`,
    ])
      expect([path, judge(aRequest({ tool: "Edit", paths: ["a", path] }), [rule], 0).effect]).toEqual([path, "deny"]);
    const linked = aRequest({ tool: "Edit", paths: ["x"] }, { of: new Map([["x", `${WORK}/secrets/x`]]) });
    expect(judge(linked, [rule], 0).effect).toBe("deny");
    expect(judge(aRequest({ tool: "Anything" }), [aRule({ effect: "deny", tool: "Anything" })], 0).effect).toBe("deny");
  });

  describe.each(Object.entries(SMUGGLED))("%s", (_program, { rules, commands }) => {
    it.each(commands)("[RL5] %j is asked", (command) => {
      expect(judgeCommand(command, rules).effect).toBe("ask");
    });
  });

  it("[RL5] all rules of all those programs together let none of it through either", () => {
    const all = Object.values(SMUGGLED).flatMap(({ rules }) => rules);
    const through = Object.entries(SMUGGLED).flatMap(([program, { commands }]) =>
      commands
        .filter((command) => judgeCommand(command, all).effect !== "ask")
        .map((command) => `${program}: ${command}`),
    );
    expect(through).toEqual([]);
  });
});
