import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { sandbox, until } from "../support/sandbox.ts";

/** tmux checks once a second for changes to send to its clients. */
const LOOKS = 3;

it("[TX12] a session that is killed while our client in it hangs takes no other session along", async () => {
  const box = sandbox({ AGTMUX_HEARTBEAT: "1s" });
  for (const name of ["one", "two", "three"]) box.session(name);
  await box.startDaemon();
  const clients = () =>
    box
      .tmux("list-clients", "-F", "#{client_pid} #{session_name}")
      .split("\n")
      .map((line) => line.split(" "));
  await until(() => clients().some(([pid]) => pid !== ""));
  const [[pid = "", session = ""] = []] = clients();
  process.kill(Number(pid), "SIGSTOP");
  onTestFinished(() => {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // it has ended
    }
  });
  box.tmux("kill-session", "-t", session);
  const others = ["one", "two", "three"].filter((name) => name !== session);
  // change what tmux would send to the hung client
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep(1_000);
    box.tmux("new-window", "-d", "-t", `${others[0]}:`, "exec sh");
  }
  expect(box.tmux("list-sessions", "-F", "#{session_name}").split("\n")).toEqual(others.toSorted());
  await until(
    async () =>
      (await box.panes()).items.filter(({ identity }) => identity.session_name === others[0]).length === LOOKS + 1,
  );
});
