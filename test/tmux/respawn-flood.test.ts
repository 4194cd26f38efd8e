import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { messages } from "../support/event-log.ts";
import { isLong } from "../support/long.ts";
import { marker, print } from "../support/print.ts";
import { untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import type { SshHost, SshHostOptions } from "../support/ssh-host.ts";
import { view } from "../support/terminal-viewer.ts";

vi.setConfig({ testTimeout: isLong ? 900_000 : 180_000 });

const ROUNDS = isLong ? 100 : 20;
const BETWEEN_ROUNDS_MS = 300;

describe("a tmux whose watched pane is respawned again and again while it floods", () => {
  it("[TX8] lives on", async () => {
    const { box, pane } = await heardHere();
    expect(await floods(box, pane)).toBe("lives");
  });

  it("[TX8] lives on while somebody views the pane", async () => {
    const { box, pane } = await heardHere();
    await view(box, (await untilPane(box, pane, () => true)).ref);
    expect(await floods(box, pane)).toBe("lives");
  });

  it("[TX8] lives on over ssh", async () => {
    const { vm, pane } = await heardElsewhere();
    expect(await floods(vm, pane)).toBe("lives");
  });

  it("[TX8] lives on over ssh while somebody views the pane", async () => {
    const { vm, box, pane } = await heardElsewhere();
    await view(box, (await untilPaneOf(box, "vm1", pane, () => true)).ref);
    expect(await floods(vm, pane)).toBe("lives");
  });

  it("[TX8, TG13] lives on over ssh where one channel is all there is, and our client takes what the watcher's window prints", async () => {
    const { vm, box, pane } = await heardElsewhere({ maxSessions: 1 });
    expect(vm.tmux("list-clients", "-F", "#{session_name} #{client_flags}")).not.toContain("no-output");
    await view(box, (await untilPaneOf(box, "vm1", pane, () => true)).ref);
    expect(await floods(vm, pane)).toBe("lives");
  });
});

async function heardHere() {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  await untilHeard(box, box, pane);
  return { box, pane };
}

async function heardElsewhere(options: SshHostOptions = {}) {
  const { vm, box, pane } = await watchedPane(options);
  await untilHeard(box, vm, pane);
  return { vm, box, pane };
}

/** Waits until the pane's output arrives, by any transport. */
async function untilHeard(box: Sandbox, place: Sandbox | SshHost, pane: string): Promise<void> {
  print(place, pane, `${marker("working", "Here I am")}\n`);
  await until(
    () => messages(box, "marker", pane).includes("Here I am"),
    () => box.log(),
  );
}

/** Whether the same server still runs after all rounds, or the round in which it ended. */
async function floods(place: Sandbox | SshHost, pane: string): Promise<string> {
  const server = place.tmux("display-message", "-p", "#{pid}");
  for (let round = 1; round <= ROUNDS; round += 1) {
    try {
      place.tmux("respawn-pane", "-k", "-t", pane, "timeout 2 yes flood; exec sh");
      await sleep(BETWEEN_ROUNDS_MS);
      if (place.tmux("display-message", "-p", "#{pid}") !== server) return `is another one in round ${round}`;
    } catch (error) {
      return `ends in round ${round}: ${(error as Error).message.trimEnd().split("\n").at(-1)}`;
    }
  }
  return "lives";
}
