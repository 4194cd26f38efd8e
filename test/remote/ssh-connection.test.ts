import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isChannelRefused } from "../../src/core/ssh/ssh-failure.ts";
import type { RunningProgram } from "../../src/daemon/targets/executor/executor.ts";
import { SshConnection } from "../../src/daemon/targets/ssh/ssh-connection.ts";
import { isRunning } from "../support/daemon-life.ts";
import { spawned, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost, sshHosts } from "../support/ssh-host.ts";

describe("a connection that stands", () => {
  it("[TG8] runs programs to their end, with words that no shell changes", async () => {
    const connection = await open(await sshHost());
    const words = ["a b", "$HOME", "#{pane_id}\t*", "", "~", "é✓"];
    expect(await connection.run(["printf", "%s|", ...words])).toEqual({
      code: 0,
      stdout: words.map((word) => `${word}|`).join(""),
      stderr: "",
    });
    expect(await connection.run(["sh", "-c", "cat; echo oops >&2; exit 3"], { input: "given" })).toEqual({
      code: 3,
      stdout: "given",
      stderr: "oops\n",
    });
    expect((await connection.run(["sh", "-c", "exit 255"])).code).toBe(255);
  });

  it("[TG8] carries several programs at once, over one login", async () => {
    const vm = await sshHost();
    const connection = await open(vm);
    const [one, two] = [connection.start(["cat"]), connection.start(["cat"])];
    one.stdin.write("first");
    two.stdin.write("second");
    const heard = await Promise.all([one, two].map(async ({ stdout }) => String((await once(stdout, "data"))[0])));
    expect([heard, vm.connections()]).toEqual([["first", "second"], 1]);
  });

  it("[TG8] is on the machine that was meant, in the home of who logs in", async () => {
    const [one, two] = await sshHosts({}, { env: { ROLE: "second" } });
    const ask = ["sh", "-c", 'echo "$AGTMUX_HOME $ROLE"'];
    const said = await Promise.all([one, two].map(async (vm) => (await (await open(vm)).run(ask)).stdout));
    expect(said).toEqual([`${one?.home} \n`, `${two?.home} second\n`]);
  });

  it("[TG18] gives up a program that hangs, and goes on", async () => {
    const connection = await open(await sshHost());
    await expect(connection.run(["sleep", "1000"], { timeoutMs: 200 })).rejects.toMatchObject({
      code: "E_TARGET_UNREACHABLE",
      message: "sleep on vm1 did not answer within 0.2 s",
    });
    expect((await connection.run(["true"])).code).toBe(0);
  });

  it("[TG13] tells when the host takes no second channel, and can use one after the other", async () => {
    const connection = await open(await sshHost({ maxSessions: 1 }));
    const only = connection.start(["cat"]);
    only.stdin.write("here");
    await once(only.stdout, "data");
    await expect(connection.run(["true"])).rejects.toMatchObject({
      code: "E_TARGET_UNUSABLE",
      details: { channel: "refused" },
    });
    const second = connection.start(["true"]);
    const stderr = text(second.stderr);
    expect([await ended(second), isChannelRefused(await stderr)]).toEqual([255, true]);
    only.stdin.end();
    await ended(only);
    for (const code of [0, 1]) expect((await connection.run(["sh", "-c", `exit ${code}`])).code).toBe(code);
  });

  it("[TG6] goes through the user's jump hosts, and takes them along when it ends", async () => {
    const vm = await sshHost();
    const config = readFileSync(vm.sshConfig, "utf8");
    appendFileSync(vm.sshConfig, `${config.replace("Host vm1", "Host inner")}  ProxyJump vm1\n`);
    const connection = await open(vm, { host: "inner" });
    expect((await connection.run(["echo", "inside"])).stdout).toBe("inside\n");
    expect(vm.connections()).toBe(2);
    await connection.close();
    await until(() => vm.connections() === 0);
  });

  it("[TG6] works where the path of the home is too long for a socket, has blanks or a per cent sign", async () => {
    const vm = await sshHost();
    for (const name of ["a b %h", "x".repeat(120), "$HOME"]) {
      const controlDirectory = join(controls(), name);
      const connection = await SshConnection.open({ host: vm.alias, sshConfig: vm.sshConfig, controlDirectory });
      expect((await connection.run(["true"])).code).toBe(0);
      await connection.close();
      expect(existsSync(controlDirectory) ? readdirSync(controlDirectory) : []).toEqual([]);
    }
  });
});

describe("a connection that does not come about", () => {
  it("[TG6] a key that the host does not take", async () => {
    const vm = await sshHost({ password: true });
    writeFileSync(join(vm.dir, "authorized_keys"), "");
    await expect(open(vm)).rejects.toMatchObject({
      code: "E_SSH_LOGIN",
      message: expect.stringContaining("ssh to vm1 needs a password or passphrase"),
    });
  });

  it("[TG6] a key with a passphrase asks nobody, not even on a screen", async () => {
    const vm = await sshHost();
    execFileSync("ssh-keygen", ["-q", "-p", "-P", "", "-N", "a long passphrase", "-f", vm.identity]);
    rmSync(`${vm.identity}.pub`);
    const asked = join(vm.dir, "asked");
    writeFileSync(join(vm.dir, "askpass"), `#!/bin/sh\ntouch ${asked}\n`, { mode: 0o755 });
    Object.assign(process.env, { SSH_ASKPASS: join(vm.dir, "askpass"), DISPLAY: ":99" });
    onTestFinished(() => {
      delete process.env.SSH_ASKPASS;
      delete process.env.DISPLAY;
    });
    await expect(open(vm)).rejects.toMatchObject({ code: "E_SSH_LOGIN" });
    expect(existsSync(asked)).toBe(false);
  });

  it("[TG6] a host key that is not accepted yet", async () => {
    const vm = await sshHost();
    writeFileSync(vm.knownHosts, "");
    await expect(open(vm)).rejects.toMatchObject({
      code: "E_SSH_HOST_KEY",
      message: expect.stringContaining("ssh does not know the key of vm1 yet"),
    });
  });

  it("[TG6] a host key that has changed", async () => {
    const vm = await sshHost();
    writeFileSync(vm.knownHosts, `${vm.alias} ${readFileSync(`${vm.identity}.pub`, "utf8")}`);
    await expect(open(vm)).rejects.toMatchObject({
      code: "E_SSH_HOST_KEY",
      message: expect.stringContaining("is not the one that ssh remembers"),
    });
  });

  it("[TG6] a port without a listener, and an unknown host name", async () => {
    const config = join(controls(), "config");
    writeFileSync(config, `Host gone\n HostName 127.0.0.1\n Port ${await closedPort()}\n`);
    const to = (host: string) => SshConnection.open({ host, sshConfig: config, controlDirectory: controls() });
    await expect(to("gone")).rejects.toMatchObject({
      code: "E_TARGET_UNREACHABLE",
      message: expect.stringContaining("no ssh server listens on gone"),
    });
    await expect(to("vm.invalid")).rejects.toMatchObject({
      code: "E_TARGET_UNREACHABLE",
      message: expect.stringContaining("no machine is called vm.invalid"),
    });
  });

  it("[TG6] is called off at once, and leaves nothing", async () => {
    const vm = await sshHost();
    vm.freeze();
    const controlDirectory = controls();
    const caller = new AbortController();
    const opening = open(vm, { controlDirectory, signal: caller.signal });
    await until(() => sshOf(controlDirectory).length > 0);
    caller.abort(new Error("called off"));
    await expect(opening).rejects.toThrow("called off");
    expect([sshOf(controlDirectory), readdirSync(controlDirectory)]).toEqual([[], []]);
  });
});

describe("a connection that ends", () => {
  it("[TG8] by our will, with everything on it, and nothing is left", async () => {
    const controlDirectory = controls();
    const vm = await sshHost();
    const connection = await open(vm, { controlDirectory });
    const channel = connection.start(["cat"]);
    const running = connection.run(["sleep", "1000"]);
    running.catch(() => {});
    await until(() => vm.run("ps -A -o args").includes("sleep 1000"));
    await connection.close();
    expect(await connection.closed).toBeNull();
    await expect(running).rejects.toMatchObject({ code: "E_TARGET_UNREACHABLE" });
    expect(channel.killed).toBe(true);
    expect(() => connection.start(["true"])).toThrow("the ssh connection to vm1 is closed");
    expect([sshOf(controlDirectory), readdirSync(controlDirectory)]).toEqual([[], []]);
    await until(() => vm.connections() === 0);
  });

  it("[TG8] by the host's will, and says so", async () => {
    const vm = await sshHost();
    const connection = await open(vm);
    const running = connection.run(["sleep", "1000"]);
    running.catch(() => {});
    await until(() => vm.run("ps -A -o args").includes("sleep 1000"));
    await vm.killConnections();
    const why = { code: "E_TARGET_UNREACHABLE", message: "vm1 closed the ssh connection" };
    expect(await connection.closed).toMatchObject(why);
    await expect(running).rejects.toMatchObject(why);
  });

  it("[TG8] with its ssh or the shell around it killed, and no stale socket hinders the next", async () => {
    const controlDirectory = controls();
    const vm = await sshHost();
    for (const program of ["ssh", "sh"]) {
      const connection = await open(vm, { controlDirectory });
      const victim = sshOf(controlDirectory).find((each) => each.name === program);
      process.kill(victim?.pid as number, "SIGKILL");
      expect(await connection.closed).toMatchObject({ code: "E_TARGET_UNREACHABLE" });
      await until(() => sshOf(controlDirectory).length === 0);
      expect(readdirSync(controlDirectory)).toEqual([]);
    }
  });

  it.runIf(canNetns())(
    "[TG6] [TG8] by a cut cable; closing, and connecting to a host that hangs, come to an end too",
    async () => {
      const [one, two, three] = (await sshHosts({}, {}, {})) as [SshHost, SshHost, SshHost];
      const [lost, closing] = [await open(one), await open(two)];
      const running = lost.run(["sleep", "1000"]);
      running.catch(() => {});
      one.cut();
      two.cut();
      three.freeze();
      const tries = Promise.allSettled([open(two), open(three)]);
      await closing.close();
      expect(await closing.closed).toBeNull();
      expect((await tries).map((each) => each.status === "rejected" && each.reason.message)).toEqual([
        "vm2 does not answer (timed out)",
        "vm3 does not answer (timed out)",
      ]);
      expect(await lost.closed).toMatchObject({ code: "E_TARGET_UNREACHABLE" });
      await expect(running).rejects.toMatchObject({ code: "E_TARGET_UNREACHABLE" });
      one.restore();
      expect((await (await open(one)).run(["true"])).code).toBe(0);
    },
  );

  it("[TG8] with the process that opened it, even by SIGKILL, and its socket is gone or removed by the next", async () => {
    const controlDirectory = controls();
    const vm = await sshHost();
    const program = join(controlDirectory, "holder.mjs");
    const source = join(import.meta.dirname, "../../src/daemon/targets/ssh/ssh-connection.ts");
    const outfile = join(controlDirectory, "connection.mjs");
    const { build } = await import("esbuild");
    await build({ entryPoints: [source], bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
    const destination = JSON.stringify({ host: vm.alias, sshConfig: vm.sshConfig, controlDirectory });
    writeFileSync(
      program,
      `import { SshConnection } from ${JSON.stringify(outfile)};
      const connection = await SshConnection.open(${destination});
      connection.start(["cat"]).stdout.once("data", () => console.log("open"));
      await connection.run(["true"]);
      connection.start(["echo"]).stdout.once("data", () => console.log("open"));`,
    );
    const holder = spawned(process.execPath, [program], process.env);
    await once(holder.stdout, "data");
    const processes = sshOf(controlDirectory).map(({ pid }) => pid);
    expect(processes.length).toBeGreaterThanOrEqual(3);
    holder.kill("SIGKILL");
    await until(() => !processes.some(isRunning));
    await until(() => vm.connections() === 0);
    writeStaleSocket(join(controlDirectory, "0badf00d"));
    await (await open(vm, { controlDirectory })).close();
    expect(readdirSync(controlDirectory).filter((name) => !name.endsWith(".mjs"))).toEqual([]);
  });
});

function controls(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-control-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function open(
  vm: SshHost | undefined,
  {
    host,
    controlDirectory = controls(),
    signal,
  }: { host?: string; controlDirectory?: string; signal?: AbortSignal } = {},
): Promise<SshConnection> {
  if (vm === undefined) throw new Error("no such host");
  const connection = await SshConnection.open({
    host: host ?? vm.alias,
    sshConfig: vm.sshConfig,
    controlDirectory,
    signal,
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** Our processes that name this directory: ssh, and the shell that ends it when our pipe closes. */
function sshOf(controlDirectory: string): { pid: number; name: string }[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,comm=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, name] = line.trim().split(/\s+/);
    return line.includes(`${controlDirectory}/`) && /^(ssh|sh)$/.test(name ?? "")
      ? [{ pid: Number(pid), name: name as string }]
      : [];
  });
}

function writeStaleSocket(path: string): void {
  const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  try {
    execFileSync(process.execPath, ["-e", script]);
  } catch {
    // it killed itself, so that the socket was not removed
  }
  expect(existsSync(path)).toBe(true);
}

async function ended(child: RunningProgram): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = "";
  for await (const chunk of stream) all += String(chunk);
  return all;
}

function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
