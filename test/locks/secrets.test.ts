import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { stopDaemon } from "../support/daemon-life.ts";
import { ask } from "../support/http.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { CORE, filesWith, SECRETS } from "./secrets.ts";
import { operations, tcpAccess } from "./tcp-access.ts";

it("[SC3] token, keys and pairing codes are in no file but the token's own, however they were used", async () => {
  const box = sandbox({ AGTMUX_LOG_LEVEL: "trace", AGTMUX_BACKUP_EVERY: "1ms" });
  const pane = box.session("work");
  await box.startDaemon();
  await box.register(pane);
  const { token, key, cookie, port, tcp } = await tcpAccess(box);
  const { code } = await box.json<{ code: string }>("pair", "--json");
  const paired = await tcp({ method: "POST", path: "/v1/pair", body: JSON.stringify({ code, accepts_risk: true }) });
  const { key: second } = JSON.parse(paired.text) as { key: string };
  const { code: unused } = await box.json<{ code: string }>("pair", "--json");
  const all = [token, key, second];
  const secrets = [
    ...all,
    code,
    unused,
    cookie.split("=")[1] ?? "",
    ...[code, unused].map((each) => each.replaceAll("-", "")),
  ];
  // shown at the right place and at every wrong one: paths, words, bodies, protocols, names
  for (const secret of all) {
    const headers = { authorization: `Bearer ${secret}` };
    expect((await tcp({ path: "/v1/panes", headers })).status).toBe(200);
    for (const { method, path } of operations()) {
      if (
        ["/v1/shutdown", "/v1/signals", "/v1/token"].includes(path) ||
        (method === "DELETE" && path === "/v1/devices")
      )
        continue;
      const asked = `${path.replace("nobody", secret)}?ref=${secret}&token=${secret}&since=${secret}&target=${secret}`;
      await tcp({
        method,
        path: asked,
        headers,
        ...(method === "POST" && { body: JSON.stringify({ ref: secret, text: secret, code: secret }) }),
      });
    }
    await new Promise<void>((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/stream?since=${secret}`, [`agtmux.key.${secret}`]);
      socket.on("error", () => undefined);
      socket.once("message", () => socket.terminate());
      socket.once("close", () => done());
    });
    await tcp({ path: `/${secret}`, headers: { origin: `http://${secret}.example` } });
    await tcp({ path: `/?token=${secret}x`, headers: { host: secret } });
    await box.agtmux(["explain", secret]);
    await box.agtmux(["target", "add", "vm1", "--kind", "ssh", "--ssh-target", `me:${secret}@host`]);
  }
  await tcp({ method: "POST", path: "/v1/pair", body: JSON.stringify({ code: unused.replace(/.$/, "x") }) });
  await until(
    () =>
      existsSync(join(box.home, "database-backups")) &&
      readdirSync(join(box.home, "database-backups")).some((name) => name.endsWith(".db")),
  );
  await stopDaemon(box);
  await box.startDaemon();
  expect(box.log()).toMatch(/"msg"/);
  expect(filesWith(box.dir, ...secrets)).toEqual([join(box.home, "token")]);
  for (const words of [
    ["list", "panes", "--json"],
    ["audit", "--json"],
    ["devices", "--json"],
    ["config", "list"],
    ["target", "list", "--json"],
  ]) {
    const { stdout, stderr } = await box.agtmux(words);
    expect([words, secrets.filter((secret) => `${stdout}${stderr}`.includes(secret))]).toEqual([words, []]);
  }
});

it("[SC3] secrets in hooks, signals, status files, markers, titles, questions and commands are in no database, log, export or backup", {
  timeout: 180_000,
}, async () => {
  const box = sandbox({ AGTMUX_LOG_LEVEL: "trace", AGTMUX_BACKUP_EVERY: "1ms", AGTMUX_MARKERS: "all" });
  const pane = box.session("work");
  await box.startDaemon();
  await box.register(pane);
  const other = await box.registered("other");
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  const statusFile = await box.statusFile(other);
  let turn = 0;
  for (const [name, secret] of Object.entries(SECRETS)) {
    const oneLine = secret.replaceAll("\n", " ");
    const say = (entry: Parameters<typeof drop>[1]) => drop(box, { pane, tmux, ...entry });
    say({ agent: "schmux", event: "needs_input", payload: `${name}: ${secret}` });
    for (const event of ["PermissionRequest", "UserPromptSubmit", "PostToolUse", "Stop", "Unheard"])
      say({
        agent: "claude",
        event,
        payload: JSON.stringify({
          session_id: "s-1",
          prompt: secret,
          cwd: box.dir,
          tool_name: "Bash",
          tool_use_id: `u${turn}`,
          tool_input: { command: `echo ${secret}`, [oneLine]: secret },
          last_assistant_message: secret,
          message: secret,
        }),
      });
    for (const agent of ["codex", "gemini", "copilot", "opencode", "nobody"])
      say({ agent, event: "Stop", payload: JSON.stringify({ message: secret, text: [secret] }) });
    const signalled = box.agtmux(
      [
        "squad-signal",
        "question",
        JSON.stringify({
          question: `${secret}?`,
          questionType: "choice",
          options: [{ label: secret, value: secret }],
          notes: { deep: [secret] },
        }),
      ],
      { env: { TMUX: tmux, TMUX_PANE: pane } },
    );
    box.tmux("select-pane", "-t", pane, "-T", oneLine.replaceAll("#", "##"));
    box.tmux("rename-window", "-t", pane, "--", oneLine.slice(0, 60));
    writeFileSync(statusFile, `needs_input ${oneLine}\n`);
    await untilPane(box, other, ({ state }) => state === "waiting_input");
    box.tmux(
      "set-buffer",
      "-b",
      "marker",
      `printf '%s\\n' '--<[schmux:needs_testing:${oneLine.replaceAll(/['\]]/g, "")}]>--'\n`,
    );
    box.tmux("paste-buffer", "-b", "marker", "-t", other);
    await untilPane(box, other, ({ attention }) => attention?.kind === "testing");
    expect([name, (await signalled).code]).toEqual([name, 0]);
    turn += 1;
  }
  // what people and programs ask for is on record too
  const leak = `use ${SECRETS.github} and password=${CORE}`;
  const socketPath = join(box.home, "agtmuxd.sock");
  await box.agtmux(["send", pane, "--text", leak]);
  await box.agtmux([
    "spawn",
    "--agent",
    "nobody-at-all",
    "--workspace",
    box.dir,
    "--prompt",
    leak,
    "--",
    "--api-key",
    CORE,
  ]);
  await box.agtmux(["answer", pane, leak]);
  await ask(
    { socketPath },
    {
      method: "POST",
      path: "/v1/targets",
      body: JSON.stringify({ name: "x", kind: "ssh", ssh_target: `me:${CORE}@h` }),
    },
  );
  await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
  for (const words of [
    ["list", "panes", "--json"],
    ["explain", pane, "--json"],
    ["explain", other, "--json"],
    ["audit", "--json"],
    ["questions", "--all", "--json"],
    ["watch", "--once", "--format", "jsonl"],
    ["list", "windows", "--json"],
  ]) {
    const { stdout } = await box.agtmux(words);
    const at = stdout.indexOf(CORE);
    expect([words, at < 0 ? "" : stdout.slice(Math.max(0, at - 120), at + 20)]).toEqual([words, ""]);
  }
  await stopDaemon(box);
  await box.startDaemon();
  await until(
    () =>
      existsSync(join(box.home, "database-backups")) &&
      readdirSync(join(box.home, "database-backups")).some((name) => name.endsWith(".db")),
  );
  const found = filesWith(box.home, CORE);
  expect(found.map((path) => [path.slice(box.home.length + 1), around(path)])).toEqual([]);
});

function around(path: string): string {
  const text = readFileSync(path, "latin1");
  const at = text.indexOf(CORE);
  return text.slice(Math.max(0, at - 160), at + 20).replaceAll(/[^ -~]/g, ".");
}
