import { accessSync, constants } from "node:fs";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { DoctorCheck, DoctorReport } from "../../core/protocol/daemon/targets.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import { describeNoise } from "../../core/ssh/shell-start.ts";
import type { Clock } from "../base/clock.ts";
import type { Home } from "../base/home.ts";
import type { TargetRow } from "../store/store.ts";
import type { Executor } from "./executor/executor.ts";
import { LocalExecutor } from "./executor/local-executor.ts";
import { checkedVersion, tmuxArgs } from "./executor/tmux-command.ts";
import { askMachine } from "./remote/bootstrap.ts";
import type { ShellStart } from "./ssh/ssh-channel.ts";
import { SshConnection } from "./ssh/ssh-connection.ts";

interface DoctorContext {
  home: Home;
  settings: Settings;
  clock: Clock;
}

const CLOCK_NOTICE_MS = 2_000;
const SLOW_SHELL_MS = 2_000;

/** Checks a target over a new connection, independent of the daemon's existing one. */
export async function doctorTarget(row: TargetRow, around: DoctorContext): Promise<DoctorReport> {
  const checks = await examine(row, around);
  return { schema_version: 1, target: row.target_name, ok: checks.every(({ status }) => status !== "failed"), checks };
}

function examine(row: TargetRow, around: DoctorContext): Promise<DoctorCheck[]> {
  switch (row.kind) {
    case "local":
      return examineLocal(row, around);
    case "ssh":
      return examineOverSsh(row, around);
    default:
      return row.kind satisfies never;
  }
}

async function examineLocal(row: TargetRow, { home }: DoctorContext): Promise<DoctorCheck[]> {
  const executor = new LocalExecutor();
  const tmux = await executor.run(["tmux", "-V"]).catch(() => null);
  return [
    tmux === null
      ? failed(
          "tmux",
          "not installed",
          "install it with your system's packages (apt-get install tmux, brew install tmux)",
        )
      : versionCheck(tmux.stdout.trim()),
    ...(tmux === null ? [] : [await serverCheck(executor, "tmux", row)]),
    writeCheck(home.dir, localWriteFault(home.dir)),
  ];
}

async function examineOverSsh(row: TargetRow, around: DoctorContext): Promise<DoctorCheck[]> {
  const { home, settings, clock } = around;
  const host = row.connection_ref;
  const sshConfig = settings.ssh_config === "" ? null : settings.ssh_config;
  let connection: SshConnection;
  try {
    connection = await SshConnection.open({ host, sshConfig, controlDirectory: home.ssh });
  } catch (error) {
    return [failed("ssh", asFault(error).code, asFault(error).message)];
  }
  const before = [passed("ssh", `logged in to ${host}`)];
  try {
    before.push(await shellCheck(connection));
    const machine = await askMachine(connection, host, "doctor");
    const { tmux, tmuxVersion, unwritable, missingTools, inotify } = machine;
    return [
      ...before,
      missingTools.length === 0
        ? passed("sh", machine.system)
        : failed("sh", `missing: ${missingTools.join(", ")}`, "install these programs there"),
      tmux === null
        ? failed("tmux", "not installed", "install it there with its system's packages")
        : versionCheck(tmuxVersion),
      ...(tmux === null ? [] : [await serverCheck(connection, tmux, row)]),
      writeCheck(machine.home, unwritable),
      await clockCheck(connection, clock),
      await channelCheck(connection),
      inotify
        ? passed("inotify", "status files are heard at once")
        : warning(
            "inotify",
            "status files are looked at every 0.25 s",
            "install inotify-tools there to hear them at once",
          ),
    ];
  } catch (error) {
    const name = before.length === 1 ? "login shell" : "sh";
    return [...before, failed(name, asFault(error).message, "look at the login shell there and at its rc files")];
  } finally {
    await connection.close();
  }
}

/** Checks what the account's login shell does before our command: its rc files may print, be slow, or never end. */
async function shellCheck(connection: SshConnection): Promise<DoctorCheck> {
  const channel = connection.start(["true"]);
  const start = await channel.begun;
  channel.stdin.end();
  if (start instanceof Fault) throw start;
  const { tookMs, stdout, stderr } = start;
  const printed = wordsOf(start);
  if (stdout.bytes + stderr.bytes > 0)
    return warning(
      "login shell",
      printed,
      "agtmux passes over it, scp and others may not: let rc files print only on a terminal ([ -t 1 ])",
    );
  if (tookMs < SLOW_SHELL_MS) return passed("login shell", printed);
  return warning("login shell", printed, "its rc files are slow, and every command there waits for them");
}

function wordsOf({ tookMs, stdout, stderr }: ShellStart): string {
  const took = `it took ${(tookMs / 1_000).toFixed(1)} s to come to our command`;
  if (stdout.bytes + stderr.bytes === 0) return took;
  const aside = stderr.bytes === 0 ? "" : `; on standard error ${describeNoise(stderr)}`;
  return `the login shell printed ${describeNoise(stdout)}${aside} before our command; ${took}`;
}

function versionCheck(version: string): DoctorCheck {
  try {
    return passed("tmux", `tmux ${checkedVersion(version)}`);
  } catch (error) {
    return failed("tmux", version, asFault(error).message);
  }
}

async function serverCheck(executor: Executor, tmux: string, { tmux_socket }: TargetRow): Promise<DoctorCheck> {
  const ran = await executor.run([tmux, ...tmuxArgs(tmux_socket, "list-sessions", "-F", "x")]);
  const name = tmux_socket === "" ? "" : `"${tmux_socket}" `;
  if (ran.code !== 0) return warning("server", `no tmux server ${name}runs`, "it is observed as soon as there is one");
  return passed("server", `${ran.stdout.trim().split("\n").length} sessions`);
}

/** Precise to a second, which is enough here: the daemon measures and corrects the offset to the millisecond. */
async function clockCheck(executor: Executor, clock: Clock): Promise<DoctorCheck> {
  const before = clock.now();
  const { stdout } = await executor.run(["date", "+%s"]);
  const ahead = Number(stdout.trim()) * 1_000 - (before + clock.now()) / 2;
  if (!Number.isFinite(ahead)) return warning("clock", "it does not tell the time", null);
  if (Math.abs(ahead) < CLOCK_NOTICE_MS) return passed("clock", "as ours");
  const words = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? "ahead of" : "behind"} ours`;
  return warning("clock", words, "agtmux goes by the difference; people and other programs would be glad of NTP there");
}

async function channelCheck(connection: SshConnection): Promise<DoctorCheck> {
  const held = connection.start(["cat"]);
  try {
    await connection.run(["true"]);
    return passed("channels", "more than one");
  } catch {
    const advice = "agtmux works with one, through a hidden tmux window; MaxSessions 10 in its sshd_config is better";
    return warning("channels", "one at a time", advice);
  } finally {
    held.kill("SIGTERM");
  }
}

function writeCheck(home: string, fault: string | null): DoctorCheck {
  if (fault === null) return passed("files", `${home} can be written`);
  return failed("files", fault, `make ${home} writable for this user, or set AGTMUX_HOME to a directory that is`);
}

function localWriteFault(directory: string): string | null {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function passed(name: string, found: string): DoctorCheck {
  return { name, status: "ok", found, advice: null };
}

function warning(name: string, found: string, advice: string | null): DoctorCheck {
  return { name, status: "warning", found, advice };
}

function failed(name: string, found: string, advice: string): DoctorCheck {
  return { name, status: "failed", found, advice };
}
