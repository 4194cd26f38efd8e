import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopDaemon } from "../support/daemon-life.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop, dropBytes } from "../support/spool-drop.ts";
import { asStranger, giveToStranger, noStranger, STRANGER_UID } from "./stranger.ts";

/** A sandbox whose own folder hides nothing, with a place like /tmp in it: what is private is so by our doing. */
function openBox(): { box: Sandbox; shared: string } {
  const box = sandbox({ AGTMUX_BACKUP_EVERY: "1ms" });
  chmodSync(box.dir, 0o755);
  const shared = join(box.dir, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  box.env.SQUAD_SIGNAL_DIR = shared;
  return { box, shared };
}

/** Everything below a folder, links not followed. */
function below(dir: string): string[] {
  return (readdirSync(dir, { recursive: true }) as string[]).map((name) => join(dir, name));
}

/** Starts a daemon and has it and its commands write all that they ever write, under the umask that hides nothing. */
async function busyDaemon(): Promise<{ box: Sandbox; shared: string }> {
  const { box, shared } = openBox();
  box.session("first");
  const openly = (command: string) =>
    execFileSync("sh", ["-c", `umask 000; exec ${AGTMUX} ${command}`], {
      env: box.env,
      cwd: box.workspace,
      stdio: "pipe",
    });
  openly("notify add tmux --no-test");
  openly("daemon start");
  openly("spawn --agent sh --session spawned");
  const pane = await box.registered("work");
  box.type(pane, "umask 000");
  box.type(pane, `printf '%s\\n' '--<[schmux:working:on it]>--'`);
  await untilPane(box, pane, ({ state }) => state === "running");
  box.type(pane, `agtmux squad-signal idle '{"sessionId":"s-1"}'`);
  await until(() => existsSync(join(shared, "squad-signal-s-1.json")));
  box.type(pane, `printf '{}' | ${box.home}/bin/agtmux hook nobody Event; agtmux signal needs_input 'Which one?'`);
  await untilPane(box, pane, ({ state }) => state === "waiting_input");
  dropBytes(box, "no entry", undefined, "bad");
  await until(() => existsSync(join(box.home, "spool", "rejected", "bad.reason")));
  await until(
    () => existsSync(join(box.home, "database-backups")) && readdirSync(join(box.home, "database-backups")).length > 0,
  );
  return { box, shared };
}

describe.skipIf(noStranger !== null)(
  `another user of this machine${noStranger === null ? "" : ` (${noStranger})`}`,
  () => {
    it("[SC4] finds nothing to read, to write, to list or to enter in the home, with a daemon and commands started under umask 000", async () => {
      const { box, shared } = await busyDaemon();
      // one that stops in the middle keeps what it had: also that is nobody's business
      await stopDaemon(box);
      writeFileSync(join(box.home, "agtmux.db"), "broken");
      execFileSync("sh", ["-c", `umask 000; exec ${AGTMUX} doctor --repair --yes`], { env: box.env, stdio: "pipe" });
      await box.startDaemon();
      const open = below(box.home).filter(
        (path) => (lstatSync(path).mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink(),
      );
      expect(open).toEqual([]);
      const names = below(box.home).map((path) => path.slice(box.home.length + 1));
      for (const place of [
        "agtmuxd.sock",
        "token",
        "config.toml",
        "launch",
        "agtmux.db",
        "daemon.log",
        "database-backups",
        "damaged",
        "pipes",
        "clients",
        "spool/new",
      ])
        expect(names).toContain(place);
      for (const path of [box.home, ...below(box.home)]) {
        expect([path, asStranger("test", "-r", path, "-o", "-w", path, "-o", "-x", path).code]).toEqual([path, 1]);
      }
      expect(asStranger("ls", box.home).output).toMatch(/Permission denied/);
      const squad = below(shared).filter((path) => lstatSync(path).isFile());
      expect(squad.length).toBeGreaterThan(1);
      for (const path of squad) {
        expect([path, asStranger("cat", path).output]).toEqual([path, expect.stringMatching(/Permission denied/)]);
        expect([path, asStranger("rm", "-f", path).code === 0 && !existsSync(path)]).toEqual([path, false]);
      }
    });

    it("[SC4, AP1] does not reach the socket, and on the port is nobody", async () => {
      const { box } = openBox();
      const { port } = await box.startDaemon();
      const socket = join(box.home, "agtmuxd.sock");
      // also where somebody has opened the folder, the socket itself stays shut
      for (const mode of [0o700, 0o755]) {
        chmodSync(box.home, mode);
        const { code, output } = asStranger(
          process.execPath,
          "-e",
          `require("node:net").connect(${JSON.stringify(socket)}).on("connect", () => process.exit(0)).on("error", (e) => { console.log(e.code); process.exit(1); })`,
        );
        expect([mode, code, output.trim()]).toEqual([mode, 1, "EACCES"]);
      }
      const asked = asStranger(
        process.execPath,
        "-e",
        `fetch("http://127.0.0.1:${port}/v1/panes").then((answer) => console.log(answer.status))`,
      );
      expect(asked.output.trim()).toBe("401");
    });

    it("[SC4] gives no home away: one that is theirs, or a link of theirs to ours, is refused and left as it is", async () => {
      const { box, shared } = openBox();
      const theirs = join(shared, "theirs");
      mkdirSync(theirs, { mode: 0o755 });
      giveToStranger(theirs);
      const ours = join(box.dir, "ours");
      mkdirSync(ours, { mode: 0o755 });
      const link = join(shared, "link");
      symlinkSync(ours, link);
      giveToStranger(link);
      onTestFinished(async () => {
        for (const home of [theirs, link]) await box.agtmux(["daemon", "stop"], { env: { AGTMUX_HOME: home } });
      });
      for (const home of [theirs, link])
        for (const how of ["start", "run"]) {
          const ran = await box.agtmux(["daemon", how], { env: { AGTMUX_HOME: home } });
          expect([home, how, ran.code, ran.stderr]).toEqual([
            home,
            how,
            16,
            expect.stringContaining(String(STRANGER_UID)),
          ]);
        }
      expect(below(theirs)).toEqual([]);
      expect(below(ours)).toEqual([]);
      expect((statSync(ours).mode & 0o777).toString(8)).toBe("755");
    });

    it("[SC4, SQ9, SQ20] sets no state by a signal file, and gets nothing of ours through one", async () => {
      const { box, shared } = openBox();
      const pane = box.session("work");
      await box.startDaemon();
      await box.register(pane);
      const forged = JSON.stringify({
        type: "needs_input",
        data: { taskId: "t", question: "Your password?", questionType: "text" },
      });
      const write = (name: string) =>
        asStranger("sh", "-c", 'umask 022; printf %s "$1" > "$2"', "sh", forged, join(shared, name));
      expect(write("squad-signal-tmux-work.json").code).toBe(0);
      await until(() => box.log().includes(`of another owner (${STRANGER_UID})`));
      const ran = await box.agtmux(["squad-signal", "idle", "{}"], {
        env: { TMUX: `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`, TMUX_PANE: pane },
      });
      expect([ran.code, ran.stderr]).toEqual([77, expect.stringContaining("another user")]);
      expect(readFileSync(join(shared, "squad-signal-tmux-work.json"), "utf8")).toBe(forged);
      // nobody is silenced by a file of theirs
      await untilPane(box, pane, ({ state }) => state === "idle");
      const victim = join(box.dir, "victim");
      writeFileSync(victim, "mine", { mode: 0o600 });
      for (const name of ["squad-signal-s-2.json", "squad-timeline-s-2.jsonl"])
        expect(asStranger("ln", "-s", victim, join(shared, name)).code).toBe(0);
      const second = await box.agtmux(["squad-signal", "idle", '{"sessionId":"s-2"}']);
      expect([second.code, readFileSync(victim, "utf8")]).toEqual([77, "mine"]);
      expect((await box.pane(pane)).attention).toBeNull();
    });
  },
);

describe("links in places where we write", () => {
  it.each(["node", "sh"])(
    "[SC4, SC6] a workspace's .schmux that leads elsewhere is not followed (%s)",
    async (which) => {
      const { box } = openBox();
      await box.startDaemon();
      const elsewhere = join(box.dir, "elsewhere");
      mkdirSync(join(elsewhere, "signal"), { recursive: true });
      const command = which === "node" ? AGTMUX : join(box.home, "bin", "agtmux");
      for (const [index, make] of [
        (root: string) => symlinkSync(elsewhere, join(root, ".schmux")),
        (root: string) => {
          mkdirSync(join(root, ".schmux"));
          symlinkSync(join(elsewhere, "signal"), join(root, ".schmux", "signal"));
          symlinkSync(join(elsewhere, "made"), join(root, ".schmux", ".gitignore"));
        },
      ].entries()) {
        const root = join(box.dir, `work-${index}`);
        mkdirSync(root);
        make(root);
        const pane = box.session(`links-${index}`);
        box.type(pane, `cd ${root}; eval "$(${command} env)"; echo "file:$SCHMUX_STATUS_FILE:"`);
        // after a prompt where the line was typed before there was one
        await until(
          () => /^(?:# )?file:\/.*:$/m.test(box.screen(pane).replaceAll(/(?<=.{120})\n/g, "")),
          () => `${box.screen(pane)}\n${box.log()}`,
        );
        expect(box.screen(pane).replaceAll("\n", "")).toContain(`file:${box.home}/workspaces/`);
        expect(below(elsewhere)).toEqual([join(elsewhere, "signal")]);
      }
    },
  );

  it("[SC4] a status file, a spool entry or a signal file that is a link tells nothing of where it leads", async () => {
    const { box, shared } = openBox();
    await box.startDaemon();
    const pane = await box.registered("work");
    const secret = join(box.dir, "secret");
    writeFileSync(secret, "needs_input hidden words\n");
    symlinkSync(secret, await box.statusFile(pane));
    symlinkSync(secret, join(box.home, "spool", "new", "link"));
    symlinkSync(secret, join(shared, "squad-signal-tmux-work.json"));
    await until(() => existsSync(join(box.home, "spool", "rejected", "link.reason")));
    drop(box, { agent: "schmux", event: "working", pane, tmux: tmuxOf(box), payload: "after them" });
    const { message } = await untilPane(box, pane, ({ state }) => state === "running");
    expect(message).toBe("after them");
    for (const file of ["daemon.log", "agtmux.db", "agtmux.db-wal"])
      expect([file, readFileSync(join(box.home, file), "latin1").includes("hidden words")]).toEqual([file, false]);
  });
});

function tmuxOf(box: Sandbox): string {
  return `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
}
