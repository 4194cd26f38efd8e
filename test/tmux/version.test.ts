import { expect, it } from "vitest";
import { sandbox } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";
import { tmuxVersion } from "../support/tmux-version.ts";

/** Set by `npm run test:tmux`. */
const wanted = process.env.AGTMUX_TEST_TMUX ?? tmuxVersion();

it("[TX15] the version that is tried is the one here and on machines over ssh, also where they lack programs", async () => {
  const box = sandbox();
  const [vm, poor] = [await sshHost(), await sshHost({ without: ["inotifywait"] })];
  for (const place of [box, vm, poor]) {
    place.session("work");
    expect(place.tmux("display-message", "-p", "#{version}")).toBe(wanted);
  }
});

it("[TX15] its panes know nothing of the libraries that it runs with, and find it by its name", () => {
  const box = sandbox();
  const pane = box.session("work", "env | grep -c '^LD_'; tmux -V; printf 'wide 漢\\n'; exec sh");
  while (!box.screen(pane).includes("wide")) box.tmux("run-shell", "sleep 0.05");
  expect(box.screen(pane).split("\n").slice(0, 3)).toEqual(["0", `tmux ${wanted}`, "wide 漢"]);
});
