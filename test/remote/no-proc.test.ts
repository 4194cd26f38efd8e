import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KillReport, SendReport } from "../../src/core/protocol/actions/actions.ts";
import { daemonWith, signalOn, untilPaneOf } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import { canNetns, sshHost } from "../support/ssh-host.ts";
import { typist } from "../support/typist.ts";

/**
 * Every login gets an empty /proc, since macOS and BSD have none. `ps` alone sees the real one, because Linux's needs it,
 * and `sysctl` answers as theirs do. tmux was started before and keeps its own.
 */
const WITHOUT_PROC = String.raw`
if [ -z "$AGAIN" ]; then
  export AGAIN=1 PATH="$HOME/ps:$PATH"
  mkdir -p "$HOME/ps" "$HOME/real-proc"
  cat > "$HOME/ps/ps" <<'END'
#!/bin/sh
exec unshare -m sh -c 'mount --bind "$HOME/real-proc" /proc && exec /bin/ps "$@"' ps "$@"
END
  printf '#!/bin/sh\necho "{ sec = 1790000000, usec = 0 } Mon Sep 21 14:13:20 2026"\n' > "$HOME/ps/sysctl"
  chmod +x "$HOME/ps/ps" "$HOME/ps/sysctl"
  exec unshare -m sh -c 'mount --rbind /proc "$HOME/real-proc" && mount -t tmpfs none /proc && exec bash'
fi`;

describe.skipIf(!canNetns())("a machine without /proc", () => {
  it("[TG9, GD5, GD16] tells its agents by ps: they are found, heard, written to and ended", {
    timeout: 180_000,
  }, async () => {
    const vm = await sshHost({ shell: "/bin/bash", rc: WITHOUT_PROC, without: ["inotifywait"] });
    vm.session("first");
    const box = await daemonWith([vm]);
    const { command, read } = typist(vm.dir, { hook: join(vm.home, "bin", "agtmux") });
    const pane = vm.session("api", "exec bash --norc --noprofile");
    vm.type(pane, command);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
    await until(() => vm.screen(pane).includes("❯"));
    const words = ["send", "vm1/api", "--text", "hello there", "--wait", "accepted", "--timeout", "20s", "--json"];
    const sent = SendReport.parse(await box.json(...words));
    expect(sent.phases.map(({ phase }) => phase)).toEqual(["typed", "submitted", "accepted"]);
    expect(read()).toEqual(["hello there"]);
    const killed = KillReport.parse(await box.json("kill", "vm1/api", "--signal", "TERM", "--yes", "--json"));
    expect(killed.ended).toBe(true);

    const bare = vm.session("bare", "unshare -m sh -c 'mount -t tmpfs none /proc && exec sh'");
    const registered = `eval "$(${vm.home}/bin/agtmux env)"; echo "registered $?"`;
    vm.type(bare, registered);
    await until(() => vm.screen(bare).includes("registered 0"));
    signalOn(vm, bare, "needs_input", "Which one?");
    await untilPaneOf(box, "vm1", bare, ({ state, message }) => state === "waiting_input" && message === "Which one?");
    vm.type(bare, `${vm.home}/bin/agtmux run -- false`);
    await untilPaneOf(box, "vm1", bare, ({ state }) => state === "error");
  });
});
