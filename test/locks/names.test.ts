import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, ask } from "../support/http.ts";
import { Sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop, dropBytes } from "../support/spool-drop.ts";
import { outcome } from "./tcp-access.ts";

/** Names that want to be more than a name. */
const TRICKS = [
  "..",
  "../x",
  "../../../../etc/passwd",
  "/etc/passwd",
  "a/../../b",
  "a/b",
  "..\\..\\x",
  "%2e%2e%2fx",
  ".",
  ".hidden",
  "-rf",
  "--help",
  "a\0b",
  "a\nb",
  "a\r\nb",
  "a\tb",
  "\u202eevil",
  "\u2044etc\u2044passwd",
  "ａ／ｂ",
  "x".repeat(300),
  "",
];

const box = new Sandbox();
let pane = "";
/** Files outside the home, and files beside our folder whose names a path trick could reach. */
let before: string[] = [];
const everything = () => [
  ...(readdirSync(box.dir, { recursive: true }) as string[]).filter((name) => !name.startsWith("home/")),
  ...["x", "b", "etc", "passwd", "hidden"].filter((name) => existsSync(join(box.dir, "..", name))),
];

beforeAll(async () => {
  pane = box.session("work");
  await box.startDaemon();
  await box.register(pane);
  before = everything();
});
afterAll(() => box.dispose());

const post = (path: string, body: object): Promise<Answer> =>
  ask({ socketPath: join(box.home, "agtmuxd.sock") }, { method: "POST", path, body: JSON.stringify(body) });
const other = (method: string, path: string): Promise<Answer> =>
  ask({ socketPath: join(box.home, "agtmuxd.sock") }, { method, path });

describe("a name that wants to be a path", () => {
  it("[SC6, RF1] is no target, in any place where one is named", async () => {
    for (const name of TRICKS) {
      expect([name, outcome(await post("/v1/targets", { name, kind: "ssh", ssh_target: "vm1" }))]).toEqual([
        name,
        "400 E_INVALID_INPUT",
      ]);
      const socket = { name: "t1", kind: "local", tmux_socket: name };
      if (/[/\s\0]|^-|^$/.test(name))
        expect([name, outcome(await post("/v1/targets", socket))]).toEqual([name, "400 E_INVALID_INPUT"]);
      const word = encodeURIComponent(name);
      for (const [method, path] of [
        ["DELETE", `/v1/targets/${word}`],
        ["POST", `/v1/targets/${word}/connect`],
        ["POST", `/v1/targets/${word}/doctor`],
        ["GET", `/v1/targets/${word}/sessions/x/signal`],
        ["GET", `/v1/targets/host/sessions/${word}/timeline`],
        ["DELETE", `/v1/targets/host/sessions/${word}/signal`],
        ["POST", `/v1/adapters/${word}/enable`],
        ["DELETE", `/v1/devices/${word}`],
      ] as const) {
        if (name === "" || (path === "/v1/devices/" && method === "DELETE")) continue;
        const { status } = await other(method, path);
        expect([method, path, status >= 400 || path.endsWith("/timeline")]).toEqual([method, path, true]);
      }
      const ref = await ask(
        { socketPath: join(box.home, "agtmuxd.sock") },
        { path: `/v1/explain?ref=${encodeURIComponent(`pane:${name}/work/@0/%0`)}` },
      );
      expect([name, ref.status >= 400]).toEqual([name, true]);
    }
  });

  it("[SC6, AP9] is no session and no status file, by the API and by the spool", async () => {
    const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
    const registration = (session_id: string, status_file: string) => ({
      session_id,
      workspace_id: "w",
      workspace: box.dir,
      status_file,
      pane_id: pane,
      tmux_server_pid: Number(tmux.split(",")[1]),
    });
    for (const name of TRICKS) {
      for (const body of [
        registration(name, `${box.dir}/.schmux/signal/${name}`),
        registration("s", `${box.dir}/${name}`),
        registration("s", `${name}/.schmux/signal/x`),
      ])
        expect([name, outcome(await post("/v1/register", body))]).toEqual([name, "400 E_INVALID_INPUT"]);
      drop(box, {
        agent: "agtmux",
        event: "register",
        pane,
        tmux,
        session: name,
        payload: JSON.stringify(registration(name, `/etc/${name}`)),
      });
      drop(box, { agent: "schmux", event: "working", pane, tmux, session: name, payload: "said under a trick" });
    }
    await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
    await untilPane(box, pane, ({ message }) => message === "said under a trick");
  });

  it("[SC6, SQ20] is no squad session, by command, spool or file", async () => {
    const env = { TMUX: `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`, TMUX_PANE: pane };
    const unfit = TRICKS.filter((each) => each !== "" && /[/\\\0\n\r\t]|^\.|^-|.{200}|[^ -~]/.test(each));
    const trying = unfit.map(async (name) => {
      const ran = await box.agtmux(["squad-signal", "idle", JSON.stringify({ sessionId: name })], { env });
      expect([name, ran.code]).toEqual([name, 2]);
      drop(box, {
        agent: "squad",
        event: "idle",
        pane,
        tmux: env.TMUX,
        session: name,
        payload: JSON.stringify({ sessionId: name }),
      });
    });
    await Promise.all(trying);
    await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
    const made = readdirSync(box.dir).filter((name) => name.startsWith("squad-"));
    expect(made).toEqual([]);
  });

  it("[SC6, SR4] is only a name where it is a spool entry's, and a folder there is put aside", async () => {
    const tricky = ["-rf", "--", "..x", "a\nb", "\u202ex", "a b", "$(id)", "x".repeat(200), "*"];
    for (const name of tricky) dropBytes(box, "no entry at all", undefined, name);
    mkdirSync(join(box.dir, "folder"));
    writeFileSync(join(box.dir, "folder", "inside"), "kept");
    renameSync(join(box.dir, "folder"), join(box.home, "spool", "new", "folder"));
    for (const name of [...tricky, "folder"])
      await until(() => existsSync(join(box.home, "spool", "rejected", `${name}.reason`)));
    // the reason is written first, and the entry moved after it
    await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
    expect(readFileSync(join(box.home, "spool", "rejected", "folder", "inside"), "utf8")).toBe("kept");
  });

  it("[SC6, SW9] is no workspace, branch or session for an agent", async () => {
    for (const name of TRICKS) {
      expect([name, (await post("/v1/spawn", { agent: "sh", workspace: name })).status >= 400]).toEqual([name, true]);
      if (/[\0\n\r\t]|^-|^\.\.?$|\.\.|^$/.test(name))
        expect([
          name,
          (await post("/v1/spawn", { agent: "sh", workspace: box.dir, worktree: name })).status >= 400,
        ]).toEqual([name, true]);
      if (/[\0\n\r\t.]|^-|^$/.test(name))
        expect([
          name,
          (await post("/v1/spawn", { agent: "sh", workspace: box.dir, session: name })).status >= 400,
        ]).toEqual([name, true]);
      expect([name, (await post("/v1/dispose", { ref: name })).status >= 400]).toEqual([name, true]);
    }
    expect(everything()).toEqual(before);
  });
});
