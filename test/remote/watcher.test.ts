import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { performance } from "node:perf_hooks";
import { describe, expect, it, onTestFinished } from "vitest";
import type { WatchedEntry } from "../../src/core/signals/watcher-frame.ts";
import { isRunning } from "../support/daemon-life.ts";
import { until } from "../support/sandbox.ts";
import { SHELLS, textOf, WatcherMachine } from "../support/watcher-machine.ts";

describe.each(SHELLS)("the watcher under $name", (shell) => {
  it("[TG5] is installed by the bootstrap, which says what the machine has", () => {
    const machine = new WatcherMachine(shell);
    const first = machine.bootstrap("daemon-1", "echo a login shell says something\n");
    expect(first).toMatchObject({
      home: machine.home,
      tmuxVersion: expect.stringMatching(/^tmux \d/),
      unwritable: null,
      missingTools: [],
      inotify: !shell.busybox,
    });
    expect(existsSync(first.clients)).toBe(true);
    const script = readFileSync(first.watcher, "utf8");
    expect(machine.bootstrap()).toEqual(first);
    expect(readFileSync(first.watcher, "utf8")).toBe(script);
    expect(readdirSync(`${machine.home}/remote`)).toHaveLength(2);
  });

  it("[TG12] tells what lies in the spool, whole, and removes what is acknowledged", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const payloads = ["", "\n", "one\ntwo", "%41_%__END__\r\n\t\x1b[2J\x7f", "é 😀\n", 'a\\tb\\n"%s"&'];
    payloads.forEach((payload, index) => {
      machine.drop(`1.2.${index}`, payload);
    });
    const entries = await watcher.next();
    expect(entries.map((entry) => [entry.name, textOf(entry)])).toEqual(
      payloads.map((payload, index) => [`1.2.${index}`, payload]),
    );
    expect(readdirSync(machine.spool("new"))).toHaveLength(payloads.length);
    watcher.client.ack(entries.map(({ name }) => name));
    watcher.client.next();
    machine.drop("1.2.last", "last");
    expect((await watcher.batch(1)).map(textOf)).toEqual(["last"]);
    expect(readdirSync(machine.spool("new"))).toEqual(["1.2.last"]);
  });

  it("[SR34] removes what killed hooks left a week ago, but nothing of a process that lives", async () => {
    const machine = new WatcherMachine(shell);
    machine.bootstrap();
    const { pid: gone } = spawnSync("true");
    const old = 9 * 86_400;
    const leave = (name: string, age: number) => {
      writeFileSync(`${machine.spool("tmp")}/${name}`, "agtmux1");
      utimesSync(`${machine.spool("tmp")}/${name}`, Date.now() / 1_000, Date.now() / 1_000 - age);
    };
    for (const name of [`${gone}.1.0`, `run.1.2.${gone}.3`, `${process.pid}.1.0`, `run.1.2.${process.pid}.3`])
      leave(name, old);
    leave(`${gone}.1.1`, 3_600);
    await machine.watch();
    await until(() => readdirSync(machine.spool("tmp")).length === 3);
    expect(readdirSync(machine.spool("tmp")).sort()).toEqual(
      [`${gone}.1.1`, `${process.pid}.1.0`, `run.1.2.${process.pid}.3`].sort(),
    );
  });

  it("[TG12] names an entry the same however often it is read", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    machine.drop("7.8.9", "x");
    expect(await watcher.next()).toEqual(await watcher.next());
    expect(watcher.batches[0]?.[0]?.key).toMatch(/^7\.8\.9@\d{19}$/);
  });

  it("[TG12] carries any bytes, and a megabyte of them", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const every = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const big = Buffer.from(`{"a_b": "${"__100%_".repeat(150_000)}"}\n`);
    const lines = Buffer.from("a short line of a_b\n".repeat(50_000));
    machine.drop("1.every", every);
    machine.drop("2.big", big);
    machine.drop("3.lines", lines);
    const entries: WatchedEntry[] = [];
    // a large entry comes alone, so that nothing waits long behind it
    for (const name of ["1.every", "2.big", "3.lines"]) {
      const batch = await watcher.next();
      expect(batch.map((entry) => entry.name)).toEqual([name]);
      watcher.client.ack([name]);
      entries.push(...batch);
    }
    const same = entries.map(({ content }, index) => content.ok && [every, big, lines][index]?.equals(content.bytes));
    expect(same).toEqual([true, true, true]);
  });

  it("[TG12] tells a thousand entries in batches, and waits between them", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    for (let number = 0; number < 1_000; number += 1) machine.drop(`1.2.${number}`, `entry ${number}`);
    const heard = new Set<string>();
    while (heard.size < 1_000) {
      const entries = await watcher.next();
      expect(entries.length).toBeLessThanOrEqual(200);
      for (const entry of entries) heard.add(textOf(entry));
      watcher.client.ack(entries.map(({ name }) => name));
    }
    await until(() => readdirSync(machine.spool("new")).length === 0);
    expect(watcher.batches).toHaveLength(5);
  });

  it("[SR4] puts aside what is rejected, and cannot be led out of its directory", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    machine.drop("bad", "not an entry");
    symlinkSync("/etc/passwd", machine.spool("new", "link"));
    writeFileSync(`${machine.dir}/precious`, "");
    const entries = await watcher.next();
    expect(entries.map(({ name, content }) => [name, content.ok || content.fault])).toEqual([
      ["link", "not a plain file"],
      ["bad", true],
    ]);
    watcher.client.reject("bad", "the header * has no end");
    watcher.child.stdin.write("ack ../../../precious .. * /etc/hosts\n");
    watcher.client.reject("link", "not a plain file");
    await until(() => readdirSync(machine.spool("new")).length === 0);
    expect(readFileSync(machine.spool("rejected", "bad"), "utf8")).toBe("not an entry");
    expect(readFileSync(machine.spool("rejected", "bad.reason"), "utf8")).toBe("the header * has no end\n");
    expect(existsSync(`${machine.dir}/precious`)).toBe(true);
  });

  it("[TG12] tells a name that it cannot take once, and goes on", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    for (const name of ["a b", "$(touch x)", "line\nbreak", "*", "-rf", "fine"]) machine.drop(name, name);
    expect((await watcher.next()).map(textOf).sort()).toEqual(["-rf", "fine"]);
    watcher.client.ack(["-rf", "fine"]);
    await watcher.client.clock();
    watcher.client.next();
    machine.drop("more", "more");
    expect((await watcher.batch(1)).map(textOf)).toEqual(["more"]);
    expect(watcher.odd.sort()).toEqual(["$(touch x)", "*", "a b", "line\nbreak"]);
  });

  it("[TG12] a watcher killed in the middle of a frame loses nothing and repeats nothing", async () => {
    const machine = new WatcherMachine(shell);
    const first = await machine.watch();
    machine.drop("0.small", "small");
    await first.next();
    first.client.ack(["0.small"]);
    machine.drop("1.big", "x_".repeat(500_000));
    const ended = new Promise((done) => first.child.stdout.once("data", done));
    first.client.next();
    await ended;
    process.kill(first.hello?.pid ?? 0, "SIGKILL");
    const second = await machine.watch();
    expect((await second.next()).map(textOf)).toEqual(["x_".repeat(500_000)]);
  });

  it("[TG14] a hook wakes it at once", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch("daemon-1", { AGTMUX_WATCHER_TICK: "20", AGTMUX_WATCHER_QUIET: "60" });
    watcher.client.next();
    await watcher.client.clock();
    const before = performance.now();
    expect(machine.agtmux(["hook", "claude", "Stop"], { input: "{}" })).toEqual({ code: 0, stdout: "", stderr: "" });
    const [entry] = await watcher.batch(0);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(textOf(entry)).toMatch(/^agtmux1\tagent=claude\tevent=Stop\tpane=\t.*\n\{\}$/);
  });

  it("[TG14] a hook does not wait where nobody reads the FIFO", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    process.kill(watcher.hello?.pid ?? 0, "SIGSTOP");
    for (let number = 0; number < 20; number += 1)
      expect(machine.agtmux(["hook", "claude", "Stop"], { input: "{}" }).code).toBe(0);
    process.kill(watcher.hello?.pid ?? 0, "SIGCONT");
    expect(await watcher.next()).toHaveLength(20);
  });

  it.each(["inotifywait", "a poll"])("[TG14] tells a watched file at once and at every change, by %s", async (by) => {
    if (by === "inotifywait" && shell.busybox) return;
    const machine = new WatcherMachine(shell);
    // the slow scan is too slow for this test
    const patient = { AGTMUX_WATCHER_TICK: "25", AGTMUX_WATCHER_QUIET: "75" };
    const watcher = await machine.watch(
      "daemon-1",
      by === "a poll" ? { ...patient, PATH: machine.plainPath() } : patient,
    );
    const path = `${machine.dir}/it's a status_file`;
    watcher.client.watchFile(path);
    await until(() => watcher.files.length === 1);
    if (by === "inotifywait") await until(() => machine.leftovers().some((line) => line.includes("inotifywait")));
    writeFileSync(path, "working é_%\n");
    await until(() => watcher.files.at(-1)?.look?.text === "working é_%\n");
    const { look } = watcher.files.at(-1) as { look: { time: number; stamp: string } };
    expect(Math.abs(look.time - Date.now())).toBeLessThan(60_000);
    writeFileSync(`${path}.new`, "completed");
    renameSync(`${path}.new`, path);
    await until(() => watcher.files.at(-1)?.look?.text === "completed");
    rmSync(path);
    await until(() => watcher.files.at(-1)?.look === null);
    symlinkSync("/etc/passwd", path);
    watcher.client.watchFile(path);
    await watcher.client.clock();
    expect(watcher.files.at(-1)).toEqual({ path, look: null });
    watcher.client.unwatchFile(path);
    expect(new Set(watcher.files.map((file) => file.path))).toEqual(new Set([path]));
  });

  it("[TG15] a spool that another daemon reads is refused, and nothing is taken", async () => {
    const machine = new WatcherMachine(shell);
    const first = await machine.watch("daemon-1");
    const second = await machine.watch("daemon-2");
    expect(second.refused).toEqual([
      { kind: "watcher", daemon: "daemon-1", pid: first.hello?.pid, start: expect.stringMatching(/^\d+$/) },
    ]);
    await until(() => second.ended);
    machine.drop("1", "for the first");
    expect((await first.next()).map(textOf)).toEqual(["for the first"]);
  });

  it("[TG15] the same daemon replaces its own watcher, and another one takes a lock of the dead", async () => {
    const machine = new WatcherMachine(shell);
    const first = await machine.watch("daemon-1");
    const second = await machine.watch("daemon-1");
    await until(() => first.ended);
    expect(first.byes).toEqual(["ended by a signal"]);
    process.kill(second.hello?.pid ?? 0, "SIGKILL");
    const third = await machine.watch("daemon-2");
    expect(third.greeted).toBe(true);
    machine.drop("1", "for the third");
    expect((await third.next()).map(textOf)).toEqual(["for the third"]);
    await third.end();
    expect(readdirSync(machine.spool()).sort()).toEqual(["new", "rejected", "tmp"]);
  });

  it("[TG15] the same daemon replaces a watcher that is stuck on a dead link, with all it has started", async () => {
    const machine = new WatcherMachine(shell);
    const first = await machine.watch("daemon-1");
    first.child.stdout.pause();
    machine.drop("1.big", "x".repeat(2_000_000));
    first.client.next();
    await until(() => machine.leftovers().length > 0);
    const second = await machine.watch("daemon-1");
    expect(second.greeted).toBe(true);
    expect(isRunning(first.hello?.pid ?? 0)).toBe(false);
    expect((await second.next()).map(({ name }) => name)).toEqual(["1.big"]);
    await second.end();
    // the output of the first one is not read, and yet none of its processes is left
    await until(() => machine.leftovers().length === 0);
    first.child.stdout.resume();
  });

  it("[TG26] ends itself and our tmux clients when nobody asks anything any more", async () => {
    const machine = new WatcherMachine(shell);
    const { clients } = machine.bootstrap();
    const other = spawn("sleep", ["60"], { stdio: "ignore" });
    onTestFinished(() => void other.kill());
    writeFileSync(`${clients}/${other.pid}`, "");
    const watcher = await machine.watch("daemon-1", { AGTMUX_WATCHER_QUIET: "2" });
    // the connection no longer accepts data: the watcher blocks in a write
    watcher.child.stdout.pause();
    machine.drop("1.big", "x".repeat(2_000_000));
    watcher.client.next();
    await until(() => !isRunning(watcher.hello?.pid ?? 0));
    await until(() => readdirSync(machine.spool()).length === 3);
    expect(readdirSync(clients)).toEqual([]);
    expect(isRunning(other.pid ?? 0)).toBe(true);
    watcher.child.stdout.resume();
  });

  it("[TG20] tells its clock by the times of files", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const { offsetMs, roundTripMs } = await watcher.client.clock();
    expect(Math.abs(offsetMs)).toBeLessThan(roundTripMs / 2 + 50);
  });

  it("[TG9] tells processes, all below them and their arguments", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const script = "sleep 60 & exec sleep 61";
    const parent = spawn("dash", ["-c", `${script} #`, "a b", "", "line\nbreak\x1e\x1f"], {
      stdio: "ignore",
      detached: true,
    });
    onTestFinished(() => void process.kill(-(parent.pid ?? 0), "SIGKILL"));
    const other = spawn("dash", ["-c", "read x; :", "a b", "line\nbreak\x1eA 1 forged", ""], { stdio: "pipe" });
    onTestFinished(() => void other.kill());
    let text = "";
    await until(async () => {
      text = await watcher.client.processes([parent.pid ?? 0, other.pid ?? 0, 999_999_999]);
      return text.includes("sleep\x1f60") && text.includes("sleep\x1f61");
    });
    const lines = text.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^uptime \d+\.\d+$/);
    expect(lines.filter((line) => line.startsWith("S "))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith("A ")).map((line) => line.replace(/^A \d+ /, ""))).toEqual([
      "sleep\x1f61",
      "dash\x1f-c\x1fread x; :\x1fa b\x1fline breakA 1 forged\x1f",
      "sleep\x1f60",
    ]);
    expect(lines).toContain(`A ${parent.pid} sleep\x1f61`);
    expect(await watcher.client.processes([])).toBe("");
  });
});
