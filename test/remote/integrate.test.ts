import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ERRORS } from "../../src/core/protocol/base/error-codes.ts";
import { IntegrationReport } from "../../src/core/protocol/daemon/integration.ts";
import { expectFault, Integrating, PLACES } from "../support/integrating.ts";
import { daemonWith, targetOf } from "../support/remote-target.ts";
import { type Ran, type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, type SshHostOptions, sshHost } from "../support/ssh-host.ts";

/** Settings with CRLF, tabs, comments, foreign hooks, and no line break at the end. */
const ODD = `// mine
{ "model":   "best", // ünï 👍 it's $HOME \`x\` \\n
\t"hooks": { "Stop": [ {"hooks": [{"type":"command","command":"say 'done'"}]} ], "AfterAgent":[],
  }, }`.replaceAll("\n", "\r\n");

/** A user with an account on another machine, which is a target. */
class PersonThere extends Integrating {
  readonly vm: SshHost;
  readonly box: Sandbox;
  readonly home: string;

  static async with(options: SshHostOptions = {}): Promise<PersonThere> {
    const vm = await sshHost(options);
    return new PersonThere(vm, await daemonWith([vm]));
  }

  constructor(vm: SshHost, box: Sandbox) {
    super();
    this.vm = vm;
    this.box = box;
    this.home = join(vm.dir, "root");
  }

  integrate(...words: string[]): Promise<Ran> {
    return this.box.agtmux(["integrate", "--target", "vm1", ...words]);
  }
}

describe("agtmux integrate --target", () => {
  it("[IN10, IN1, IN2] each agent gets its file there, with hooks that work there, and all is as before when it is removed", async () => {
    const person = await PersonThere.with();
    const before = readdirSync(person.home);
    const names = Object.keys(PLACES);
    const { target, items } = await person.report(...names);
    expect(target).toBe("vm1");
    expect(items.map(({ action, file }) => [action, file])).toEqual(
      Object.values(PLACES).map((path) => ["integrated", join(person.home, path)]),
    );
    expect(existsSync(join(person.box.home, "backups"))).toBe(false);
    const { hooks } = JSON.parse(person.read(PLACES.claude));
    expect(hooks.Stop[0].hooks[0].command).toBe(
      `test ! -x ${person.vm.home}/bin/agtmux || exec ${person.vm.home}/bin/agtmux hook claude Stop`,
    );
    for (const { action } of (await person.report(...names)).items) expect(action).toBe("up_to_date");
    const told = await person.integrate(...names, "--remove");
    expect(told.stdout).toContain(`removed  ~/${PLACES.claude}`);
    expect(readdirSync(person.home).filter((name) => name !== ".config")).toEqual(before);
    expect((await person.integrate("claude", "--remove")).stdout).toContain("nothing to remove");
  });

  it.each(["claude", "codex", "gemini"] as const)(
    "[IN10, IN2] %s: to the byte, whatever the text; a second run touches nothing; removal gives it back",
    async (agent) => {
      const person = await PersonThere.with();
      const path = person.write(PLACES[agent], ODD);
      chmodSync(path, 0o640);
      const dry = (await person.report(agent, "--dry-run")).items[0];
      expect(dry?.diff?.startsWith(`--- ${path}\n+++ ${path}\n@@ -1,4 +1,`)).toBe(true);
      expect(readdirSync(join(person.vm.home)).includes("backups")).toBe(false);
      expect(person.read(PLACES[agent])).toBe(ODD);

      const [item] = (await person.report(agent)).items;
      expect(item).toMatchObject({ agent, action: "integrated", file: path, error: null });
      expect(item?.backup?.startsWith(`${person.vm.home}/backups/${agent}/`)).toBe(true);
      expect(readFileSync(item?.backup ?? "", "utf8")).toBe(ODD);
      expect(statSync(item?.backup ?? "").mode & 0o777).toBe(0o600);
      const after = person.read(PLACES[agent]);
      const added = (dry?.diff ?? "").split("\n").filter((line) => /^\+(?!\+)/.test(line));
      for (const line of added) expect(after).toContain(line.slice(1));
      utimesSync(path, 5, 5);
      expect((await person.report(agent)).items).toMatchObject([{ action: "up_to_date", backup: null }]);
      expect(statSync(path).mtimeMs).toBe(5_000);

      await person.report(agent, "--remove");
      expect(person.read(PLACES[agent])).toBe(ODD);
      expect(statSync(path).mode & 0o777).toBe(0o640);
      expect(readdirSync(dirname(path))).toHaveLength(1);
      await person.report(agent);
      expect(readdirSync(join(person.vm.home, "backups", agent))).toHaveLength(2);
    },
  );

  it("[IN10, UG21] --usage wraps the status line there, and removal gives it back", async () => {
    const person = await PersonThere.with();
    const own = '{"statusLine": {"type": "command", "command": "~\\/line.sh \'x\'"}}';
    person.write(PLACES.claude, own);
    await person.report("claude", "--usage");
    expect(JSON.parse(person.read(PLACES.claude)).statusLine.command).toBe(
      `{ test ! -x ${person.vm.home}/bin/agtmux || exec ${person.vm.home}/bin/agtmux statusline wrap claude; cat; } | ( :\n~/line.sh 'x'\n)`,
    );
    await person.report("claude", "--remove");
    expect(person.read(PLACES.claude)).toBe(own);
  });

  it("[IN10, IN8] settings in somebody's dotfiles are changed there, and the links stay", async () => {
    const person = await PersonThere.with();
    const real = person.write("dot files/it's mine.json", ODD);
    mkdirSync(join(person.home, ".claude"));
    symlinkSync("../dot files/it's mine.json", join(person.home, PLACES.claude));
    mkdirSync(join(person.home, ".gemini"));
    symlinkSync(join(person.home, "dot files/none yet.json"), join(person.home, PLACES.gemini));
    await person.report("claude", "gemini");
    expect(readFileSync(real, "utf8")).toContain("bin/agtmux hook claude Stop");
    for (const path of [PLACES.claude, PLACES.gemini])
      expect(lstatSync(join(person.home, path)).isSymbolicLink()).toBe(true);
    expect(readdirSync(dirname(real)).sort()).toEqual(["it's mine.json", "none yet.json"]);
    await person.report("claude", "gemini", "--remove");
    expect(readFileSync(real, "utf8")).toBe(ODD);
    expect(readdirSync(dirname(real))).toEqual(["it's mine.json"]);
  });

  it("[IN10, IN4] malformed, unreadable, read-only or disabled settings are refused, and the other agents are still integrated", async () => {
    const person = await PersonThere.with();
    const broken = '{\n  "a": 1\n  "b": 2\n}\n';
    person.write(PLACES.claude, broken);
    mkdirSync(join(person.home, PLACES.codex), { recursive: true });
    chmodSync(person.write(PLACES.gemini, "{}"), 0o444);
    mkdirSync(join(person.home, ".copilot/hooks"), { recursive: true });
    symlinkSync("agtmux.json", join(person.home, PLACES.copilot));
    const ran = await person.integrate("claude", "codex", "gemini", "copilot", "cursor", "--json");
    const items = IntegrationReport.parse(JSON.parse(ran.stdout)).items;
    const at = (path: string) => join(person.home, path);
    expect(items.map(({ action, error }) => [action, error?.code, error?.message, error?.details.path])).toEqual([
      [
        "refused",
        "E_SETTINGS_MALFORMED",
        `Claude Code: ${at(PLACES.claude)}: line 3, column 3: expected "," or "}"; nothing was written`,
        at(PLACES.claude),
      ],
      ["refused", "E_SETTINGS_UNUSABLE", `${at(PLACES.codex)} cannot be read: it is not a file`, at(PLACES.codex)],
      ["refused", "E_SETTINGS_UNUSABLE", `${at(PLACES.gemini)} cannot be written: it is read-only`, at(PLACES.gemini)],
      [
        "refused",
        "E_SETTINGS_UNUSABLE",
        `${at(PLACES.copilot)} cannot be read: it is a link that leads in a circle`,
        at(PLACES.copilot),
      ],
      ["integrated", undefined, undefined, undefined],
    ]);
    expect(ran.code).toBe(ERRORS.E_SETTINGS_UNUSABLE.exit);
    expect([person.read(PLACES.claude), person.read(PLACES.gemini)]).toEqual([broken, "{}"]);
    person.write(PLACES.claude, '{"disableAllHooks":true}');
    expectFault(await person.integrate("claude"), "E_HOOKS_DISABLED", '"disableAllHooks" is true');
    writeFileSync(at(PLACES.claude), Buffer.from([0x7b, 0xe9, 0x7d]));
    expectFault(await person.integrate("claude"), "E_SETTINGS_MALFORMED", "is not UTF-8 text");
  });

  it("[IN10] goes by the profile there: folders and PATH of a login shell, not of this machine", async () => {
    const person = await PersonThere.with();
    const elsewhere = join(person.home, "my claude's");
    person.write(
      ".profile",
      `echo "welcome"; export CLAUDE_CONFIG_DIR="$HOME/my claude's"; PATH=$PATH:$HOME/tools; sleep 1000 &\n`,
    );
    chmodSync(person.write("tools/cursor-agent", "#!/bin/sh\n"), 0o755);
    Object.assign(person.box.env, { CLAUDE_CONFIG_DIR: "/nowhere", CODEX_HOME: "/nowhere" });
    const { items } = await person.report("claude", "codex", "cursor");
    expect(items.map(({ file }) => file)).toEqual([
      join(elsewhere, "settings.json"),
      join(person.home, PLACES.codex),
      join(person.home, PLACES.cursor),
    ]);
    expect(items[2]?.notes).toEqual(["restart the sessions that run already"]);
  });

  it("[IN10, IN9] a project is one of that machine, and must be named", async () => {
    const person = await PersonThere.with();
    const repository = join(person.vm.dir, "shop");
    mkdirSync(join(repository, ".git"), { recursive: true });
    mkdirSync(join(repository, "deep"));
    expectFault(await person.integrate("claude", "--project"), "E_USAGE", "--project-dir");
    expectFault(await person.integrate("claude", "--project-dir", "shop"), "E_USAGE", "absolute path");
    expectFault(await person.integrate("claude", "--project-dir", "/no/where"), "E_INVALID_INPUT", "/no/where");
    const { scope, items } = await person.report("claude", "--project-dir", join(repository, "deep"));
    expect(scope).toBe("project");
    expect(items.map(({ file }) => file)).toEqual([join(repository, ".claude/settings.local.json")]);
    await person.report("claude", "--project-dir", repository, "--remove");
    expect(readdirSync(repository).sort()).toEqual([".git", "deep"]);
  });

  it("[IN10] another tmux server of this machine is this machine; a name that no target has is refused", async () => {
    const box = sandbox();
    Object.assign(box.env, { HOME: box.dir, CLAUDE_CONFIG_DIR: undefined });
    await box.startDaemon();
    await box.agtmux(["target", "add", "other", "--kind", "local", "--tmux-socket", `${box.socketName}-other`]);
    const report = await box.json<IntegrationReport>("integrate", "claude", "--target", "other", "--json");
    expect(report).toMatchObject({ target: "other", items: [{ file: join(box.dir, PLACES.claude) }] });
    expectFault(await box.agtmux(["integrate", "--target", "vm9"]), "E_TARGET_NOT_FOUND", "vm9");
    expectFault(await box.agtmux(["doctor", "--target", "vm9"]), "E_TARGET_NOT_FOUND", "vm9");
  });

  it.runIf(canNetns())(
    "[IN10, IN8] a link that is cut while the file is written leaves it whole, and nothing beside it",
    async () => {
      const shims = slowMv();
      const person = await PersonThere.with({ env: { PATH: `${shims}:${process.env.PATH}` } });
      const path = person.write(PLACES.claude, ODD);
      writeFileSync(join(shims, "armed"), "");
      const running = person.integrate("claude", "codex");
      await until(() => existsSync(join(shims, "reached")));
      person.vm.cut();
      expectFault(await running, "E_TARGET_UNREACHABLE", `whether ${path} was changed there is not known`);
      expect(person.read(PLACES.claude)).toBe(ODD);
      expectFault(await person.integrate("claude"), "E_TARGET_UNREACHABLE", "vm1");
      rmSync(join(shims, "armed"));
      await until(() => readdirSync(dirname(path)).length === 1);
      expect(person.read(PLACES.claude)).toContain("hook claude Stop");
      person.vm.restore();
      await until(
        async () => (await targetOf(person.box, "vm1"))?.health === "ok",
        () => person.box.log(),
        45_000,
      );
      expect((await person.report("claude")).items).toMatchObject([{ action: "up_to_date" }]);
      await person.report("claude", "--remove");
      expect(person.read(PLACES.claude)).toBe(ODD);
    },
    90_000,
  );

  it("[IN10, TG6] a machine that asks for a password is reported as target add does", async () => {
    const person = await PersonThere.with();
    writeFileSync(join(person.vm.dir, "authorized_keys"), "");
    expectFault(await person.integrate("claude"), "E_SSH_LOGIN", "ssh-copy-id vm1");
  });
});

/** A folder for PATH whose mv blocks while it contains a file `armed`. */
function slowMv(): string {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-shims-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mv = execFileSync("sh", ["-c", "command -v mv"], { encoding: "utf8" }).trim();
  const text = `#!/bin/sh\nif [ -e ${folder}/armed ]; then : >${folder}/reached; fi\nwhile [ -e ${folder}/armed ]; do sleep 0.1; done\nexec ${mv} "$@"\n`;
  writeFileSync(join(folder, "mv"), text, { mode: 0o755 });
  return folder;
}
