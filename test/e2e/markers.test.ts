import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { events, messages } from "../support/event-log.ts";
import { isLong } from "../support/long.ts";
import { marker, print, printing, script } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** A sandbox with a running daemon and one registered pane. */
async function listening(extra: NodeJS.ProcessEnv = {}): Promise<{ box: Sandbox; pane: string }> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  return { box, pane: await box.registered("work") };
}

/** Waits until the log holds exactly these markers of the pane, in this order. */
async function untilHeard(box: Sandbox, pane: string, wanted: string[]): Promise<void> {
  await until(
    () => JSON.stringify(messages(box, "marker", pane)) === JSON.stringify(wanted),
    () => `heard ${JSON.stringify(messages(box, "marker", pane))}\n${box.screen(pane)}\n${box.log()}`,
  );
}

/** Prints a last marker and waits for it: everything printed before has been processed by then. */
async function untilDrained(box: Sandbox, pane: string): Promise<string[]> {
  const word = "that was all";
  print(box, pane, `${marker("working", word)}\n`);
  await until(
    () => messages(box, "marker", pane).includes(word),
    () => `${word} was not heard\n${box.screen(pane)}\n${box.log()}`,
  );
  return messages(box, "marker", pane).filter((each) => each !== word);
}

const KILLS = isLong ? 20 : 5;

describe("markers in the output of a pane", () => {
  it("[SR13] a marker without a line end is found after half a second of silence", async () => {
    const { box, pane } = await listening();
    const before = Date.now();
    box.type(pane, script(box, printing(box, marker("needs_input", "Which branch?")), "exec sleep 600"));
    const item = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(item).toMatchObject({ message: "Which branch?", source: "marker" });
    expect(events(box, "marker")[0]?.event_time).toBeGreaterThan(before + 499);
    expect(messages(box, "marker")).toEqual(["Which branch?"]);
  });

  it("[SR30] markers of a program that ended before its pane was read are found in a pane with remain-on-exit", async () => {
    const box = sandbox({ AGTMUX_MARKERS: "all" });
    box.session("first");
    box.tmux("set-option", "-g", "remain-on-exit", "on");
    const pane = box.session("work", script(box, printing(box, `${marker("error", "It broke")}\n`), "sleep 0.1"));
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_dead}") === "1");
    await box.startDaemon();
    await untilHeard(box, pane, ["It broke"]);
    box.tmux("respawn-pane", "-t", pane, `${printing(box, `${marker("working", "Again")}\n`)}; exec sh`);
    await untilHeard(box, pane, ["It broke", "Again"]);
    print(box, pane, `${marker("working", "And again")}\n`);
    await untilHeard(box, pane, ["It broke", "Again", "And again"]);
  });

  it("[SR13] a marker is found through colours, cursor movement and a write in two halves", async () => {
    const { box, pane } = await listening();
    const dressed = [
      `\x1b[1;32m${marker("completed", "In green")}\x1b[0m\n`,
      `\x1b]0;a title\x07⏺ ${marker("error", "After a bullet")}\x1b[K\r\n`,
      `--<[schmux:needs_testing:Blanks\x1b[1Cby\x1b[1Ccursor]>--\n`,
    ];
    print(box, pane, dressed.join(""));
    const umlaut = Buffer.from("ü");
    const halves = [
      printing(box, "--<[schmux:comp"),
      "sleep 0.8",
      printing(box, Buffer.concat([Buffer.from("leted:In two halves "), umlaut.subarray(0, 1)])),
      "sleep 0.8",
      printing(box, Buffer.concat([umlaut.subarray(1), Buffer.from("]>--\n")])),
    ];
    await untilHeard(box, pane, ["In green", "After a bullet", "Blanks by cursor"]);
    box.type(pane, script(box, ...halves));
    await untilPane(box, pane, ({ message }) => message === "In two halves ü");
    expect(await untilDrained(box, pane)).toEqual([
      "In green",
      "After a bullet",
      "Blanks by cursor",
      "In two halves ü",
    ]);
  });

  it("[SR13, EN12] the same marker line twice is two signals, and the second calls again", async () => {
    const { box, pane } = await listening();
    const line = `${marker("needs_input", "May I?")}\n`;
    print(box, pane, line);
    const first = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    print(box, pane, line);
    const second = await untilPane(box, pane, ({ nudge_seq }) => nudge_seq > first.nudge_seq);
    expect(second.state_version).toBeGreaterThan(first.state_version);
    print(box, pane, line.repeat(3));
    await untilHeard(box, pane, ["May I?", "May I?", "May I?", "May I?", "May I?"]);
  });

  it("[SR13] markers printed at once count in their order", async () => {
    const { box, pane } = await listening();
    const said = Array.from({ length: 20 }, (_, n) => marker(n % 2 === 0 ? "error" : "working", `step ${n}`));
    print(box, pane, `${[...said, marker("completed", "all twenty")].join("\n")}\n`);
    await until(() => messages(box, "marker", pane).includes("all twenty"));
    expect(await box.pane(pane)).toMatchObject({ state: "completed", message: "all twenty" });
    const times = events(box, "marker").map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it("[SR18] a near miss is logged with its pane and the cleaned line, and is no signal", async () => {
    const { box, pane } = await listening();
    print(box, pane, "\x1b[31m--<[schmux:finished:All done]>--\x1b[0m\n");
    await until(() => box.log().includes("signal near-miss"));
    const line = box
      .log()
      .split("\n")
      .find((each) => each.includes("signal near-miss"));
    expect(JSON.parse(line ?? "")).toMatchObject({ where: pane, line: "--<[schmux:finished:All done]>--" });
    const codes = (await box.status()).problems.map(({ code }) => code);
    expect(codes).toContain("SIGNAL_NEAR_MISS");
    expect(await untilDrained(box, pane)).toEqual([]);
  });

  it("[TX2] a pane displays the same whether or not it is listened to", async () => {
    const { box, pane } = await listening();
    const deaf = box.session("deaf");
    const colourful = `plain\n\x1b[1;35mpurple ${marker("completed", "in a sentence")}\x1b[0m\n${marker("completed", "Seen")}\n`;
    const command = script(box, "clear", printing(box, colourful), "printf done; exec sleep 600");
    box.type(pane, command);
    box.type(deaf, command);
    await until(() => [pane, deaf].every((each) => /^done/m.test(box.screen(each))));
    await untilHeard(box, pane, ["Seen"]);
    const shown = (each: string) => box.tmux("capture-pane", "-p", "-e", "-t", each);
    expect(shown(pane)).toBe(shown(deaf));
    expect(shown(pane)).toContain(marker("completed", "Seen"));
  });

  it("[SR19] two sessions that signal at the same time never get each other's signals", async () => {
    const { box, pane: left } = await listening();
    const right = await box.registered("other");
    const chatter = (who: string) => {
      const lines = Array.from({ length: 50 }, (_, n) => {
        const [head, tail] = [`--<[schmux:working:${who} `, `${n}]>--\n`];
        return `${printing(box, head)}; ${printing(box, tail)}`;
      });
      return script(box, ...lines);
    };
    box.type(left, chatter("left"));
    box.type(right, chatter("right"));
    const numbered = (who: string) => Array.from({ length: 50 }, (_, n) => `${who} ${n}`);
    await untilHeard(box, left, numbered("left"));
    await untilHeard(box, right, numbered("right"));
    expect((await box.pane(left)).message).toBe("left 49");
    expect((await box.pane(right)).message).toBe("right 49");
    const owners = new Map(events(box, "marker").map(({ pane_id, runtime_id }) => [runtime_id, pane_id]));
    expect([...owners.values()].sort()).toEqual([left, right].sort());
  });
});

describe("which panes are listened to", () => {
  it("[SR11] by default registered panes are heard and others are not; `all` hears every pane", async () => {
    const { box, pane } = await listening();
    const bystander = box.session("bystander");
    print(box, bystander, `${marker("completed", "Not registered")}\n`);
    await until(() => box.screen(bystander).includes("Not registered"));
    print(box, pane, `${marker("completed", "Registered")}\n`);
    await untilHeard(box, pane, ["Registered"]);
    expect(box.tmux("display-message", "-p", "-t", bystander, "#{pane_pipe}")).toBe("0");
    expect(messages(box, "marker", bystander)).toEqual([]);

    await stopDaemon(box);
    box.env.AGTMUX_MARKERS = "all";
    await box.startDaemon();
    await untilHeard(box, bystander, ["Not registered"]);
    const late = box.session("late");
    await until(() => box.tmux("display-message", "-p", "-t", late, "#{pane_pipe}") === "1");
    print(box, late, `${marker("error", "Came later")}\n`);
    await untilHeard(box, late, ["Came later"]);
  });

  it("[SR11] under `off` no pane is piped and no marker is heard, other signals are", async () => {
    const { box, pane } = await listening({ AGTMUX_MARKERS: "off" });
    print(box, pane, `${marker("completed", "Unheard")}\n`);
    await until(() => box.screen(pane).includes("Unheard"));
    box.type(pane, "agtmux signal error Heard");
    await untilPane(box, pane, ({ state }) => state === "error");
    expect(box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}")).toBe("0");
    expect(messages(box, "marker")).toEqual([]);
  });

  it("[SR12] a pipe of the user's own is kept, across registration, restart and stop", async () => {
    const box = sandbox();
    const pane = box.session("piped");
    const theirs = join(box.dir, "theirs");
    box.tmux("pipe-pane", "-t", pane, `cat >> ${theirs}`);
    await box.startDaemon();
    const typed = async (word: string) => {
      box.type(pane, `echo "${word}:$((1 + 1))"`);
      await until(
        () => existsSync(theirs) && readFileSync(theirs, "utf8").includes(`${word}:2`),
        () => `${word} did not reach the user's pipe`,
      );
    };
    await box.register(pane);
    await typed("registered");
    await restartDaemon(box);
    await typed("restarted");
    await stopDaemon(box);
    await typed("stopped");
    expect(box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}#{@agtmux_pipe}")).toBe("1");
  });

  it("[SR12] markers are found beside a user's own pipe, and after it has ended", async () => {
    const { box, pane } = await listening();
    box.tmux("pipe-pane", "-t", pane, `cat >> ${join(box.dir, "theirs")}`);
    await until(() => box.log().includes("it is looked at instead"));
    print(box, pane, `${marker("working", "Beside it")}\n`);
    await untilHeard(box, pane, ["Beside it"]);
    box.tmux("pipe-pane", "-t", pane);
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{@agtmux_pipe}") !== "");
    print(box, pane, `${marker("completed", "After it")}\n`);
    await untilHeard(box, pane, ["Beside it", "After it"]);
  });

  it("[SR12, SR16] after SIGKILL what was printed meanwhile is heard, and the pane is listened to again", {
    timeout: 180_000,
  }, async () => {
    const { box, pane } = await listening();
    const quiet = await box.registered("quiet");
    const heard: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      await killDaemon(box);
      print(box, pane, `${marker("working", `down ${round}`)}\n`);
      await until(() => box.screen(pane).includes(`down ${round}`));
      await box.startDaemon();
      heard.push(`down ${round}`);
      await untilHeard(box, pane, heard);
      print(box, pane, `${marker("working", `up ${round}`)}\n`);
      heard.push(`up ${round}`);
      await untilHeard(box, pane, heard);
      const pipes = () => [pane, quiet].map((each) => box.tmux("display-message", "-p", "-t", each, "#{pane_pipe}"));
      // one may be piped before the other
      await until(
        () => pipes().join() === "1,1",
        () => `${pipes()}\n${box.log()}`,
      );
    }
    expect(box.log()).not.toContain("piped elsewhere");
  });

  it("[SR12, SR16] after SIGKILL nothing is lost either where a neighbour has a pipe of the user's own", {
    timeout: 180_000,
  }, async () => {
    const { box, pane } = await listening();
    const theirs = join(box.dir, "theirs");
    const neighbour = box.session("neighbour");
    box.tmux("pipe-pane", "-t", neighbour, `cat >> ${theirs}`);
    const heard: string[] = [];
    const says = async (word: string) => {
      print(box, pane, `${marker("working", word)}\n`);
      await until(() => box.screen(pane).includes(word));
      heard.push(word);
    };
    for (let round = 0; round < 3; round += 1) {
      await killDaemon(box);
      await says(`down ${round}`);
      await box.startDaemon();
      await untilHeard(box, pane, heard);
      await says(`up ${round}`);
      await untilHeard(box, pane, heard);
    }
    box.type(neighbour, 'echo "piped:$((1 + 1))"');
    await until(() => existsSync(theirs) && readFileSync(theirs, "utf8").includes("piped:2"));
  });

  it("[SR12] a pipe that the user opened over ours is kept, by stop and by restart after SIGKILL", async () => {
    const { box, pane } = await listening();
    const theirs = join(box.dir, "theirs");
    const reaches = async (word: string) => {
      box.type(pane, `echo "${word}:$((1 + 1))"`);
      await until(
        () => existsSync(theirs) && readFileSync(theirs, "utf8").includes(`${word}:2`),
        () => `${word} did not reach the user's pipe`,
      );
    };
    box.tmux("pipe-pane", "-t", pane, `cat >> ${theirs}`);
    await reaches("opened");
    await stopDaemon(box);
    await reaches("stopped");
    box.tmux("pipe-pane", "-t", pane);
    await box.startDaemon();
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1");
    await killDaemon(box);
    box.tmux("pipe-pane", "-t", pane, `cat >> ${theirs}`);
    await box.startDaemon();
    await reaches("killed and started");
  });
});

describe("a full-screen program", () => {
  it("[SR13, EN12] a marker painted word by word and repainted is one signal; another one is a second", async () => {
    const { box, pane } = await listening();
    const go = (step: string) => `until [ -e ${box.dir}/${step} ]; do sleep 0.05; done`;
    const paint = (row: number, text: string) => {
      let column = 3;
      return text
        .split(" ")
        .map((word) => {
          const placed = `\x1b[${row};${column}H${word}`;
          column += word.length + 1;
          return placed;
        })
        .reverse()
        .join("");
    };
    const frame = (...rows: string[]) => printing(box, `\x1b[2J${rows.map((text, n) => paint(4 + n, text)).join("")}`);
    const first = marker("needs_input", "Should I delete these files?");
    const second = marker("completed", "They are gone now");
    const painted = [
      "printf '\\033[?1049h'",
      frame(first),
      go("again"),
      ...Array.from({ length: 5 }, (_, n) => `${frame("", `spinner ${n}`, "", first)}; sleep 0.3`),
      go("second"),
      frame(first, second),
      go("leave"),
      "printf '\\033[?1049l'",
    ];
    const touch = (step: string) => box.tmux("run-shell", `touch ${box.dir}/${step}`);
    box.type(pane, script(box, ...painted));
    const asked = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(asked.message).toBe("Should I delete these files?");
    touch("again");
    await until(() => box.screen(pane).includes("spinner 4"));
    touch("second");
    await untilPane(box, pane, ({ state }) => state === "completed");
    expect(messages(box, "marker")).toEqual(["Should I delete these files?", "They are gone now"]);
    expect((await box.pane(pane)).nudge_seq).toBeGreaterThan(asked.nudge_seq);
    touch("leave");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{alternate_on}") === "0");
    expect(await untilDrained(box, pane)).toEqual(["Should I delete these files?", "They are gone now"]);
  });

  it("[SR13, EN12] the last of several markers in one screen update counts, and a restart reads the screen once", async () => {
    const { box, pane } = await listening();
    const screen = [marker("working", "Step one"), marker("working", "Step two"), marker("error", "Step three failed")];
    const framed = screen.map((text, n) => `\x1b[${2 + n};5H${text}`).join("");
    box.type(pane, script(box, "printf '\\033[?1049h'", printing(box, framed), "exec sleep 600"));
    const failed = await untilPane(box, pane, ({ state }) => state === "error");
    expect(messages(box, "marker")).toEqual(["Step three failed"]);
    await restartDaemon(box);
    const after = await untilPane(box, pane, ({ state }) => state === "error");
    expect(messages(box, "marker")).toEqual(["Step three failed"]);
    expect(after.nudge_seq).toBe(failed.nudge_seq);
  });
});

describe("a full-screen program that never pauses", () => {
  it("[SR13] is read all the same, and its marker is one signal", async () => {
    const { box, pane } = await listening({ AGTMUX_RECONCILE: "300ms" });
    const asks = printing(box, `\x1b[5;5H${marker("needs_input", "While the spinner turns")}`);
    const spin = "n=0; while :; do n=$((n+1)); printf '\\033[2;2Hturn %d' $n; sleep 0.03; done";
    box.type(pane, script(box, "printf '\\033[?1049h'", asks, spin));
    const asked = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    const turns = () => Number(/turn (\d+)/.exec(box.screen(pane))?.[1]);
    const then = turns();
    await until(() => turns() > then + 30);
    expect(messages(box, "marker")).toEqual(["While the spinner turns"]);
    expect((await box.pane(pane)).nudge_seq).toBe(asked.nudge_seq);
  });
});

describe("a connection that the user cuts", () => {
  it("[SR13, TX1] both kinds of screens are read on after `detach-client`", async () => {
    const { box, pane } = await listening({ AGTMUX_RECONCILE: "200ms" });
    const clients = () => box.tmux("list-clients", "-F", "#{client_name}").split("\n").filter(Boolean);
    const cut = async () => {
      await until(() => clients().length === 1);
      const [before = ""] = clients();
      box.tmux("detach-client", "-t", before);
      await until(() => clients().length === 1 && !clients().includes(before));
    };
    await cut();
    print(box, pane, `${marker("working", "On the main screen")}\n`);
    await untilHeard(box, pane, ["On the main screen"]);
    const go = `until [ -e ${box.dir}/go ]; do sleep 0.05; done`;
    const painted = printing(box, `\x1b[5;5H${marker("error", "On the other")}`);
    box.type(pane, script(box, "printf '\\033[?1049h'", go, painted, "exec sleep 600"));
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{alternate_on}") === "1");
    await cut();
    box.tmux("run-shell", `touch ${box.dir}/go`);
    await untilHeard(box, pane, ["On the main screen", "On the other"]);
  });
});

describe("markers and the daemon's own comings and goings", () => {
  it("[SR16] a marker printed while the daemon was down is recovered once, dated by when it was printed", async () => {
    const { box, pane } = await listening();
    print(box, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, pane, ["Before"]);
    await stopDaemon(box);
    const printedAt = Date.now();
    print(box, pane, `${marker("needs_input", "While you were away")}\n`);
    await until(() => box.screen(pane).includes("away]>--"));
    const printedBy = Date.now();
    // tmux reports activity in whole seconds: the date proves something only after more than one
    await until(() => Date.now() > printedBy + 2_500);
    await box.startDaemon();
    const recovered = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(recovered.message).toBe("While you were away");
    const [, event] = events(box, "marker");
    expect(event?.at).toBeGreaterThanOrEqual(Math.floor(printedAt / 1000) * 1000);
    expect(event?.at).toBeLessThan(printedBy + 2_000);

    for (const again of [restartDaemon, restartAfterKill]) {
      await again(box);
      const after = await untilPane(box, pane, ({ state }) => state === "waiting_input");
      expect(after.nudge_seq).toBe(recovered.nudge_seq);
      expect(messages(box, "marker", pane)).toEqual(["Before", "While you were away"]);
    }
    expect(await untilDrained(box, pane)).toEqual(["Before", "While you were away"]);
  });

  it("[SR16] a recovered marker after which more was printed loses against a signal with a date", async () => {
    const { box, pane } = await listening();
    print(box, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, pane, ["Before"]);
    await stopDaemon(box);
    print(box, pane, `${marker("needs_input", "Old question")}\n`);
    await until(() => box.screen(pane).includes("question]>--"));
    box.type(pane, "agtmux signal completed 'Answered since'; for n in 1 2 3 4 5; do echo later $n; done");
    await until(() => box.screen(pane).includes("later 5"));
    await box.startDaemon();
    await untilHeard(box, pane, ["Before", "Old question"]);
    expect(await untilPane(box, pane, ({ message }) => message !== "Before")).toMatchObject({
      state: "completed",
      message: "Answered since",
    });
  });

  it("[SR16] also in a pane without earlier markers: a question asked later is newer", async () => {
    const { box, pane } = await listening();
    await stopDaemon(box);
    print(box, pane, `${marker("completed", "First")}\n`);
    await until(() => box.screen(pane).includes("First]>--"));
    // in another second than the marker, followed by more output
    await sleep(1_100);
    box.type(pane, "agtmux signal needs_input 'Which one?'; echo later; echo and later");
    await until(() => box.screen(pane).includes("\nand later"));
    await box.startDaemon();
    await untilHeard(box, pane, ["First"]);
    expect(await untilPane(box, pane, ({ message }) => message !== "")).toMatchObject({
      state: "waiting_input",
      message: "Which one?",
    });
  });

  it("[SR16] two hundred lines of scrollback are read on the first look, and no more", async () => {
    const box = sandbox();
    const pane = box.session("old");
    const filler = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `line ${from + n}\n`).join("");
    const printedBefore = [
      `${marker("error", "Out of reach")}\n`,
      filler(0, 260),
      `${marker("working", "In the scrollback")}\n`,
      filler(260, 150),
      `${marker("completed", "On the screen")}\n`,
    ];
    print(box, pane, printedBefore.join(""));
    await until(() => box.screen(pane).includes("screen]>--"));
    await box.startDaemon();
    await box.register(pane);
    await until(() => messages(box, "marker", pane).length > 0);
    expect(await untilDrained(box, pane)).toEqual(["In the scrollback", "On the screen"]);
  });

  it("[SR16, MK21] more markers than are remembered are not told again after a restart", async () => {
    const box = sandbox({ AGTMUX_SCROLLBACK_LINES: "1000" });
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const said = Array.from({ length: 300 }, (_, n) => `number ${n}`);
    print(box, pane, said.map((word) => `${marker("working", word)}\n`).join(""));
    await untilHeard(box, pane, said);
    await restartDaemon(box);
    await untilHeard(box, pane, said);
    expect(await untilDrained(box, pane)).toEqual(said);
  });

  it("[SR16] markers are heard again after SIGKILL, and nothing is told twice", async () => {
    const { box, pane } = await listening();
    for (const round of [1, 2, 3]) {
      print(box, pane, `${marker("working", `round ${round}`)}\n`);
      await until(() => messages(box, "marker", pane).includes(`round ${round}`));
      await restartAfterKill(box);
    }
    expect(await untilDrained(box, pane)).toEqual(["round 1", "round 2", "round 3"]);
  });

  it("[SR16] the same line printed again while the daemon was down is a signal of its own", async () => {
    const { box, pane } = await listening();
    const line = `${marker("needs_input", "Same words")}\n`;
    print(box, pane, line);
    await untilHeard(box, pane, ["Same words"]);
    await stopDaemon(box);
    print(box, pane, line);
    await until(() => box.screen(pane).split("Same words]>--").length === 3);
    await box.startDaemon();
    await untilHeard(box, pane, ["Same words", "Same words"]);
  });

  it("[SR16] a marker printed on a cleared screen while the daemon was down is not taken for an old one", async () => {
    const { box, pane } = await listening();
    for (const word of ["first", "second"]) {
      print(box, pane, `${marker("working", word)}\n`);
      await until(() => messages(box, "marker", pane).includes(word));
    }
    await stopDaemon(box);
    box.type(pane, "clear");
    await until(() => !box.screen(pane).includes("second]>--"));
    box.tmux("clear-history", "-t", pane);
    print(box, pane, `${marker("error", "third")}\n`);
    await until(() => box.screen(pane).includes("third]>--"));
    await box.startDaemon();
    await untilHeard(box, pane, ["first", "second", "third"]);
    expect(await untilPane(box, pane, ({ state }) => state === "error")).toMatchObject({ message: "third" });
  });

  it("[SR16] a marker of which only half was out when the daemon started is heard once", async () => {
    const { box, pane } = await listening();
    await stopDaemon(box);
    const go = `until [ -e ${box.dir}/go ]; do sleep 0.05; done`;
    box.type(pane, script(box, printing(box, "--<[schmux:error:Half of "), go, printing(box, "a marker]>--\n")));
    await until(() => box.screen(pane).includes("--<[schmux:error:Half of"));
    await box.startDaemon();
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1");
    box.tmux("run-shell", `touch ${box.dir}/go`);
    await untilHeard(box, pane, ["Half of a marker"]);
  });
});

async function restartAfterKill(box: Sandbox): Promise<void> {
  await killDaemon(box);
  await box.startDaemon();
}
