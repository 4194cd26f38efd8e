import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { events, messages } from "../support/event-log.ts";
import { marker, print, printing, script } from "../support/print.ts";
import { daemonWith, registeredOn, untilListened, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

describe("markers in the output of panes elsewhere", () => {
  it("[SR13, SR19] are found through colours, in halves and without a line end", async () => {
    const { vm, box, pane } = await listening();
    const umlaut = Buffer.from("ü");
    print(vm, pane, `\x1b[1;32m${marker("completed", "In green")}\x1b[0m\n⏺ ${marker("error", "Bullet")}\x1b[K\r\n`);
    await untilHeard(box, vm, pane, ["In green", "Bullet"]);
    const halves = [
      printing(vm, "--<[schmux:comp"),
      "sleep 0.8",
      printing(vm, Buffer.concat([Buffer.from("leted:Halves "), umlaut.subarray(0, 1)])),
      "sleep 0.8",
      printing(vm, Buffer.concat([umlaut.subarray(1), Buffer.from("]>--\n")])),
    ];
    vm.type(pane, script(vm, ...halves));
    await untilHeard(box, vm, pane, ["In green", "Bullet", "Halves ü"]);
    vm.type(pane, script(vm, printing(vm, marker("needs_input", "No end")), "exec sleep 600"));
    await untilHeard(box, vm, pane, ["In green", "Bullet", "Halves ü", "No end"]);
  });

  it("[SR13] on the alternate screen are read when it settles, each once, and the main screen goes on after it", async () => {
    const { vm, box, pane } = await listening();
    const go = (step: string) => `until [ -e ${vm.dir}/${step} ]; do sleep 0.05; done`;
    const frame = (spinner: number, ...rows: string[]) =>
      printing(vm, `\x1b[2J\x1b[2;2Hturn ${spinner}${rows.map((row, n) => `\x1b[${5 + n};5H${row}`).join("")}`);
    const [first, second] = [marker("needs_input", "May I?"), marker("completed", "I did")];
    const lines = [
      "printf '\\033[?1049h'",
      frame(0, first),
      go("again"),
      ...Array.from({ length: 5 }, (_, n) => `${frame(n + 1, first)}; sleep 0.3`),
      go("second"),
      frame(6, first, second),
      go("leave"),
      "printf '\\033[?1049l'",
    ];
    vm.type(pane, script(vm, ...lines));
    await untilHeard(box, vm, pane, ["May I?"]);
    vm.run(`touch ${vm.dir}/again`);
    await until(() => vm.screen(pane).includes("turn 5"));
    vm.run(`touch ${vm.dir}/second`);
    await untilHeard(box, vm, pane, ["May I?", "I did"]);
    vm.run(`touch ${vm.dir}/leave`);
    await until(() => vm.tmux("display-message", "-p", "-t", pane, "#{alternate_on}") === "0");
    print(vm, pane, `${marker("working", "Next")}\n`);
    await untilHeard(box, vm, pane, ["May I?", "I did", "Next"]);
  });

  it("[SR13, SR19] a burst of 5,000 lines with 500 of them in between: all are heard, in order", async () => {
    const { vm, box, pane } = await listening();
    const wanted = Array.from({ length: 500 }, (_, n) => `step ${n}`);
    const lines = wanted.flatMap((word) => [...Array(9).fill(`${"x".repeat(100)} noise`), marker("working", word)]);
    print(vm, pane, `${lines.join("\n")}\n`);
    await untilHeard(box, vm, pane, wanted);
    const times = events(box, "marker").map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(events(box, "marker").map(({ runtime_id }) => runtime_id)).size).toBe(1);
  });

  it("[TX16, SR13] are told once and in their order, though looks show the last of them before their lines come", async () => {
    const { vm, box, pane } = await listening();
    const wanted = Array.from({ length: 100 }, (_, n) => `step ${n}`);
    const lines = wanted.flatMap((word) => [...Array(9).fill("noise"), marker("working", word)]);
    print(vm, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, vm, pane, ["Before"]);
    const filter = await filterOf(vm);
    vm.run(`kill -STOP ${filter}`);
    print(vm, pane, `${lines.join("\n")}\n`);
    await untilHeard(box, vm, pane, ["Before", ...wanted]);
    vm.run(`kill -CONT ${filter}`);
    print(vm, pane, `${marker("completed", "After")}\n`);
    await untilHeard(box, vm, pane, ["Before", ...wanted, "After"]);
  });

  it("[TX8] are heard beside a flood that nobody views, for which neither the link nor tmux has to pay", async () => {
    const { vm, box, pane } = await listening();
    print(vm, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, vm, pane, ["Before"]);
    const server = vm.tmux("display-message", "-p", "#{pid}");
    const memory = () => Number(vm.run(`ps -o rss= -p ${server}`));
    const [before, heard] = [memory(), vm.bytesHeard()];
    // the flood may end within a line
    vm.type(pane, script(vm, "timeout 5 yes flood", printing(vm, `\n${marker("completed", "After")}\n`)));
    await untilHeard(box, vm, pane, ["Before", "After"]);
    expect(memory() - before).toBeLessThan(5_000);
    expect(vm.bytesHeard() - heard).toBeLessThan(1_000_000);
  });

  it("[SR12] come through beside a pipe of the user's own, which gets all that it ever got", async () => {
    const { vm, box, pane } = await listening();
    const theirs = join(vm.dir, "theirs");
    vm.tmux("pipe-pane", "-t", pane, `cat >> ${theirs}`);
    const heard: string[] = [];
    for (const [word, act] of [
      ["opened", async () => {}],
      ["stopped", () => stopDaemon(box)],
      ["started", async () => void (await box.startDaemon())],
    ] as const) {
      await act();
      print(vm, pane, `${marker("working", word)}\n`);
      await until(() => existsSync(theirs) && readFileSync(theirs, "utf8").includes(`${word}]>--`));
      heard.push(word);
      if (word !== "stopped") await untilHeard(box, vm, pane, heard);
    }
    expect(vm.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}#{@agtmux_pipe}")).toBe("1");
  });
});

describe("markers that were printed while nobody listened", () => {
  it.each([
    { who: "the daemon was stopped", away: stopDaemon },
    { who: "the daemon was dead", away: killDaemon },
  ])("[SR16] while $who are found in the scrollback, each once, and no other again", async ({ away }) => {
    const { vm, box, pane } = await listening();
    print(vm, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, vm, pane, ["Before"]);
    await away(box);
    const filler = Array.from({ length: 150 }, (_, n) => `line ${n}`).join("\n");
    print(vm, pane, `${marker("working", "Scrolled")}\n${filler}\n${marker("needs_input", "On screen")}\n`);
    await until(() => vm.screen(pane).includes("On screen]>--"));
    await box.startDaemon();
    await untilHeard(box, vm, pane, ["Before", "Scrolled", "On screen"]);
    print(vm, pane, `${marker("completed", "After")}\n`);
    await untilHeard(box, vm, pane, ["Before", "Scrolled", "On screen", "After"]);
    expect(await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed")).toMatchObject({
      message: "After",
    });
  });

  it("[SR12, SR16] are heard after every SIGKILL of the daemon, and the pane is listened to again", async () => {
    const { vm, box, pane } = await listening();
    const heard: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      await killDaemon(box);
      print(vm, pane, `${marker("working", `down ${round}`)}\n`);
      await until(() => vm.screen(pane).includes(`down ${round}`));
      await box.startDaemon();
      heard.push(`down ${round}`);
      await untilHeard(box, vm, pane, heard);
      print(vm, pane, `${marker("working", `up ${round}`)}\n`);
      heard.push(`up ${round}`);
      await untilHeard(box, vm, pane, heard);
      await untilListened(vm, "work");
    }
  });

  it("[SR16, TG12] while the link was away are found in the scrollback, each once", async () => {
    const { vm, box, pane } = await listening();
    print(vm, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, vm, pane, ["Before"]);
    for (const round of [1, 2]) {
      const said = messages(box, "marker", pane);
      vm.freeze();
      print(vm, pane, `${marker("working", `Cut ${round}`)}\n`);
      await until(() => vm.screen(pane).includes(`Cut ${round}]>--`));
      vm.thaw();
      await vm.killConnections();
      await untilHeard(box, vm, pane, [...said, `Cut ${round}`]);
    }
    await untilTarget(box, "vm1", ({ health }) => health === "ok");
    print(vm, pane, `${marker("error", "After")}\n`);
    await untilHeard(box, vm, pane, ["Before", "Cut 1", "Cut 2", "After"]);
  });
});

describe("a pane that nobody listens to", () => {
  it.runIf(canNetns())("[TX8, SR11] is not sent, and is not held up", async () => {
    const { vm, box, pane } = await listening();
    const noisy = vm.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "exec sh");
    const quiet = vm.session("without us");
    const megabytes = 30;
    const flood = (name: string) =>
      script(
        vm,
        "begin=$(date +%s%N)",
        `head -c ${megabytes}000000 /dev/zero | tr '\\0' 'x' | fold -w 100`,
        `echo $(( ($(date +%s%N) - begin) / 1000000 )) > ${vm.dir}/${name}.tmp; mv ${vm.dir}/${name}.tmp ${vm.dir}/${name}`,
      );
    const took = async (where: string, name: string) => {
      vm.type(where, flood(name));
      await until(
        () => existsSync(join(vm.dir, name)),
        () => `${name} is not done\n${box.log()}`,
      );
      return Number(readFileSync(join(vm.dir, name), "utf8"));
    };
    const alone = await took(quiet, "alone");
    const before = vm.bytesHeard();
    const beside = await took(noisy, "beside");
    expect(vm.bytesHeard() - before).toBeLessThan(1_000_000);
    expect(beside).toBeLessThan(3 * alone + 1_000);
    print(vm, pane, `${marker("completed", "Heard all the same")}\n`);
    await untilHeard(box, vm, pane, ["Heard all the same"]);
  });
});

async function listening(): Promise<{ vm: SshHost; box: Sandbox; pane: string }> {
  const vm = await sshHost();
  vm.session("first");
  const box = await daemonWith([vm]);
  await untilTarget(box, "vm1", ({ health }) => health === "ok");
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
  await untilListened(vm, "work");
  return { vm, box, pane };
}

/** Pid of the process that filters the output of the one observed pane. */
async function filterOf(vm: SshHost): Promise<string> {
  const found = () => vm.run("ps -A -o pid=,args= | sed -n 's/^ *\\([0-9]*\\) grep .*--line-buffered.*/\\1/p'");
  await until(() => found() !== "");
  return found();
}

async function untilHeard(box: Sandbox, vm: SshHost, pane: string, wanted: readonly string[]): Promise<void> {
  await until(
    () => JSON.stringify(messages(box, "marker", pane)) === JSON.stringify(wanted),
    () => `heard ${JSON.stringify(messages(box, "marker", pane)).slice(0, 2_000)}\n${vm.screen(pane)}\n${box.log()}`,
  );
}
