import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSpoolEntry } from "../../src/core/spool/spool-entry.ts";
import { expectFault, Integrating, PLACES } from "../support/integrating.ts";
import { type Ran, type Sandbox, sandbox } from "../support/sandbox.ts";

/** A user with a home directory and no agent installed. */
class Person extends Integrating {
  readonly box: Sandbox;
  readonly home: string;

  constructor() {
    super();
    this.box = sandbox();
    this.home = join(this.box.dir, "person");
    mkdirSync(this.home);
    Object.assign(this.box.env, {
      HOME: this.home,
      PATH: `${this.home}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
    });
    for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"])
      delete this.box.env[name];
  }

  integrate(...words: string[]): Promise<Ran> {
    return this.box.agtmux(["integrate", ...words]);
  }

  /** Every file with its text, so that leftovers are noticed. */
  files(): Record<string, string> {
    const found = readdirSync(this.home, { recursive: true, withFileTypes: true });
    const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    return Object.fromEntries(paths.map((path) => [path.slice(this.home.length + 1), readFileSync(path, "utf8")]));
  }
}

const ODD = `// mine
{ "model":   "best", // ünï 👍
\t"hooks": { "Stop": [ {"hooks": [{"type":"command","command":"say done"}]} ], "AfterAgent":[],
  }, }`;

describe("agtmux integrate", () => {
  it.each(Object.entries(PLACES))(
    "[IN1, IN2] %s: a home without it gets one file, and is as before when it is removed",
    async (agent, path) => {
      const person = new Person();
      const ran = await person.integrate(agent);
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      expect(ran.stdout).toContain(`integrated  ~/${path}`);
      expect(Object.keys(person.files())).toEqual([path]);
      expect(person.read(path)).toContain(person.box.home);
      expect((await person.integrate(agent)).stdout).toContain(`up to date  ~/${path}`);
      expect((await person.integrate(agent, "--remove")).stdout).toContain(`removed  ~/${path}`);
      expect(readdirSync(person.home).filter((name) => name !== ".config")).toEqual([]);
      expect((await person.integrate(agent, "--remove")).stdout).toContain("nothing to remove");
    },
  );

  it.each(["claude", "codex", "gemini"] as const)(
    "[IN2] %s: the user's text is as it was around ours, a second run touches nothing, removal gives it back",
    async (agent) => {
      const person = new Person();
      const path = person.write(PLACES[agent], ODD);
      chmodSync(path, 0o640);
      const first = await person.report(agent);
      const after = person.read(PLACES[agent]);
      expect(first.items).toMatchObject([{ agent, action: "integrated", file: path, error: null }]);
      expect(readFileSync(first.items[0]?.backup ?? "", "utf8")).toBe(ODD);
      utimesSync(path, 5, 5);
      expect((await person.report(agent)).items).toMatchObject([{ action: "up_to_date", backup: null }]);
      expect(statSync(path).mtimeMs).toBe(5_000);
      expect(person.read(PLACES[agent])).toBe(after);
      await person.report(agent, "--remove");
      expect(person.read(PLACES[agent])).toBe(ODD);
      expect(statSync(path).mode & 0o777).toBe(0o640);
    },
  );

  it("[IN2] --dry-run shows the change as a diff that patch takes, and writes nothing at all", async () => {
    const person = new Person();
    const path = person.write(PLACES.claude, ODD);
    const ran = await person.integrate("claude", "--dry-run");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("would be integrated");
    expect(person.files()).toEqual({ [PLACES.claude]: ODD });
    expect(existsSync(person.box.home)).toBe(false);
    const [item] = (await person.report("claude", "--dry-run")).items;
    expect(item?.diff?.startsWith(`--- ${path}\n+++ ${path}\n@@ -1,4 +1,`)).toBe(true);
    await person.integrate("claude");
    const removal = (await person.report("claude", "--remove", "--dry-run")).items[0]?.diff ?? "";
    expect(removal.split("\n").filter((line) => line.startsWith("-")).length).toBeGreaterThan(10);
    expect(person.read(PLACES.claude)).not.toBe(ODD);
  });

  it("[IN1] without names it takes who is found by command or folder, and says why the others are left out", async () => {
    const person = new Person();
    mkdirSync(join(person.home, ".gemini"));
    chmodSync(person.write("bin/codex", "#!/bin/sh\n"), 0o700);
    const { items } = await person.report();
    expect(items.map(({ agent, action }) => [agent, action])).toEqual([
      ["claude", "skipped"],
      ["codex", "integrated"],
      ["gemini", "integrated"],
      ["copilot", "skipped"],
      ["opencode", "skipped"],
      ["kilo", "skipped"],
      ["pi", "skipped"],
      ["cursor", "skipped"],
      ["qwen", "skipped"],
    ]);
    expect(items[0]?.notes).toEqual(["not installed: there is no claude in your PATH and no ~/.claude"]);
    const removed = await person.report("--remove");
    expect(removed.items.filter(({ action }) => action === "removed").map(({ agent }) => agent)).toEqual([
      "codex",
      "gemini",
    ]);
  });

  it("[IN4] a malformed file is refused with the place of the error, and the other agents are still integrated", async () => {
    const person = new Person();
    person.write(PLACES.claude, '{\n  "a": 1\n  "b": 2\n}\n');
    person.write(PLACES.gemini, "{}");
    const ran = await person.integrate();
    expectFault(
      ran,
      "E_SETTINGS_MALFORMED",
      `${join(person.home, PLACES.claude)}: line 3, column 3: expected "," or "}"; nothing was written`,
    );
    expect(ran.stdout).toContain("Gemini CLI   integrated");
    expect(person.read(PLACES.claude)).toBe('{\n  "a": 1\n  "b": 2\n}\n');
    expectFault(await person.integrate("claude", "--remove"), "E_SETTINGS_MALFORMED", "line 3, column 3");
    const json = await person.integrate("claude", "--json");
    expect(JSON.parse(json.stdout).items).toMatchObject([
      { action: "refused", error: { details: { line: 3, column: 3 } } },
    ]);
  });

  it("[IN4] hooks that the user has switched off are left so, and said", async () => {
    const person = new Person();
    person.write(PLACES.gemini, '{"hooksConfig":{"enabled":false}}');
    person.write(".codex/config.toml", "[features]\nhooks = false\n");
    person.write(PLACES.claude, '{"disableAllHooks":true}');
    const before = person.files();
    expectFault(
      await person.integrate("gemini"),
      "E_HOOKS_DISABLED",
      /"enabled" is false in "hooksConfig" in .*settings\.json/,
    );
    expectFault(
      await person.integrate("codex"),
      "E_HOOKS_DISABLED",
      /"hooks" is false under \[features\] in .*config\.toml/,
    );
    expectFault(await person.integrate("claude"), "E_HOOKS_DISABLED", '"disableAllHooks" is true');
    expect(person.files()).toEqual(before);
  });

  it("[IN8] settings in somebody's dotfiles are changed there, and the link stays", async () => {
    const person = new Person();
    const real = person.write("dotfiles/claude.json", ODD);
    mkdirSync(join(person.home, ".claude"));
    symlinkSync("../dotfiles/claude.json", join(person.home, PLACES.claude));
    await person.report("claude");
    expect(readFileSync(real, "utf8")).toContain("bin/agtmux hook claude Stop");
    expect(readdirSync(join(person.home, "dotfiles"))).toEqual(["claude.json"]);
    await person.report("claude", "--remove");
    expect(readFileSync(real, "utf8")).toBe(ODD);
  });

  it("[IN8] a folder that was there before stays, however empty; one that was made goes", async () => {
    const person = new Person();
    mkdirSync(join(person.home, ".claude"));
    await person.report("claude", "codex");
    expect(readdirSync(person.home)).toEqual(expect.arrayContaining([".claude", ".codex"]));
    await person.report("claude", "codex", "--remove");
    expect(readdirSync(join(person.home, ".claude"))).toEqual([]);
    expect(existsSync(join(person.home, ".codex"))).toBe(false);
  });

  it("[IN1] after a move of the home the old hooks are updated where they stand", async () => {
    const person = new Person();
    person.write(PLACES.codex, '{"hooks":{"Stop":[]}}\n');
    await person.report("codex");
    const before = person.read(PLACES.codex);
    const old = person.box.home;
    person.box.env.AGTMUX_HOME = join(person.box.dir, "new home");
    expect((await person.report("codex")).items).toMatchObject([{ action: "updated" }]);
    expect(person.read(PLACES.codex)).toBe(
      before.replaceAll(`${old}/bin/agtmux`, `'${person.box.dir}/new home/bin/agtmux'`),
    );
    await person.report("codex", "--remove");
    expect(person.read(PLACES.codex)).toBe('{"hooks":{"Stop":[]}}\n');
  });

  it("[IN1] the hook works at once, without a daemon and without a variable", async () => {
    const person = new Person();
    await person.report("claude");
    const { hooks } = JSON.parse(person.read(PLACES.claude));
    const command = hooks.Stop[0].hooks[0].command;
    execFileSync("sh", ["-c", command], { env: { PATH: "/usr/bin:/bin", HOME: "/nowhere" }, input: '{"a":1}' });
    const folder = join(person.box.home, "spool", "new");
    const [name = ""] = readdirSync(folder);
    const parsed = parseSpoolEntry(readFileSync(join(folder, name)));
    expect(parsed).toMatchObject({ ok: true, entry: { agent: "claude", event: "Stop", payload: '{"a":1}' } });
    rmSync(folder, { recursive: true });
  });

  it("[IN9] --project writes into the repository, where the agent has a place for it", async () => {
    const person = new Person();
    const repository = person.box.dir;
    mkdirSync(join(repository, ".git"));
    const { scope, items } = await person.report("--project", "claude", "codex", "gemini", "opencode");
    expect(scope).toBe("project");
    expect(items.map(({ file }) => file)).toEqual(
      [".claude/settings.local.json", ".codex/hooks.json", ".gemini/settings.json", ".opencode/plugin/agtmux.js"].map(
        (path) => join(repository, path),
      ),
    );
    expect(person.files()).toEqual({});
    await person.report("--project", "--remove");
    for (const name of [".claude", ".codex", ".gemini", ".opencode"])
      expect(existsSync(join(repository, name))).toBe(false);
    for (const agent of ["copilot", "cursor"])
      expectFault(
        await person.integrate(agent, "--project"),
        "E_NO_PROJECT_SETTINGS",
        `agtmux integrate ${agent} --user`,
      );
  });

  it("[CL16] unknown agents and words that do not go together are refused", async () => {
    const person = new Person();
    expectFault(
      await person.integrate("emacs"),
      "E_ADAPTER_NOT_FOUND",
      '"emacs" is not an agent that can be integrated: one of claude, codex',
    );
    expectFault(await person.integrate("--user", "--project"), "E_USAGE", "not both");
    expectFault(await person.integrate("--force"), "E_USAGE", "--force");
    expect(person.files()).toEqual({});
  });
});
