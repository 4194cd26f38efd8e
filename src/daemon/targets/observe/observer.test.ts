import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import type { Machine } from "../machine/machine.ts";
import { anObserver } from "./test-observer.ts";

const REFUSED = "mux_client_request_session: session request failed: Session open refused by peer";

it("[TG13] a host that frees its only channel late is asked again, and no failure is told", async () => {
  const stop = new AbortController();
  const failures: string[] = [];
  let starts = 0;
  const machine: Partial<Machine> = {
    connect: async () => ({ boot: "b", tmuxVersion: "tmux 3.5" }) as Awaited<ReturnType<Machine["connect"]>>,
    runTmux: async () => ({ code: 0, stdout: "$0 1 1 work\n", stderr: "" }) as Awaited<ReturnType<Machine["runTmux"]>>,
    startTmux() {
      starts += 1;
      if (starts === 3) stop.abort();
      return spawn("sh", ["-c", `echo '${REFUSED}' >&2; exit 255`]) as ReturnType<Machine["startTmux"]>;
    },
    detachControl: async () => undefined,
  };
  const observer = anObserver(machine, ({ message }) => void failures.push(message));
  await observer.run(stop.signal, () => undefined);
  expect([starts, failures]).toEqual([3, []]);
});
