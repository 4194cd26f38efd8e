import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sshArguments, sshForwardArguments, sshLoginArguments } from "./ssh-arguments.ts";

const route = { host: "me@vm1", sshConfig: null, controlPath: "/run/agtmux/0badf00d" };
const QUIET =
  "-o BatchMode=yes -o ForwardAgent=no -o ForwardX11=no -o ClearAllForwardings=yes -o PermitLocalCommand=no -o RemoteCommand=none -o RequestTTY=no -o LogLevel=ERROR";

describe("sshArguments", () => {
  it("[TG8] the connection itself runs no command, and asks nobody", () => {
    const login =
      "-N -o ControlMaster=yes -o ControlPersist=no -o ConnectTimeout=8 -o ServerAliveInterval=5 -o ServerAliveCountMax=2";
    expect(sshArguments(route, null)).toEqual(`${login} ${QUIET} -T -S /run/agtmux/0badf00d -- me@vm1`.split(" "));
  });

  it("[TG8] a channel never becomes a connection of its own", () => {
    expect(sshArguments(route, ["tmux", "-V"])).toEqual([
      ...`-o ControlMaster=no -o ProxyCommand=false ${QUIET} -T -S /run/agtmux/0badf00d -- me@vm1`.split(" "),
      "tmux -V",
    ]);
  });

  it("[IN10, TG8] a login of its own asks nobody either, and shares no connection", () => {
    const login =
      "-o ControlMaster=no -o ControlPath=none -o ConnectTimeout=8 -o ServerAliveInterval=5 -o ServerAliveCountMax=2";
    expect(sshLoginArguments({ host: "me@vm1", sshConfig: "/my config" }, ["exec", "sh", "-s"])).toEqual([
      "-F",
      "/my config",
      ...`${login} ${QUIET} -T -- me@vm1`.split(" "),
      "exec sh -s",
    ]);
  });

  it("[TG6] a config of the user's choice is passed on, to both", () => {
    const chosen = { ...route, sshConfig: "/home/me/my config" };
    for (const command of [null, ["true"]]) {
      expect(sshArguments(chosen, command).slice(0, 2)).toEqual(["-F", "/home/me/my config"]);
    }
  });

  it("[TG6] ssh does not expand the path of its socket", () => {
    expect(sshArguments({ ...route, controlPath: "/tmp/100%h/x" }, null)).toContain("/tmp/100%%h/x");
  });

  it.each(["", "-oProxyCommand=sh", "vm 1", "vm1\n", "$(id)"])("[TG6] %j is not a host", (host) => {
    expect(() => sshArguments({ ...route, host }, null)).toThrow("the ssh target is not a plain name");
  });

  it.each(["a\nb", "a\rb", "a\0b"])("[TG5] %j is refused as a word", (word) => {
    expect(() => sshArguments(route, ["echo", word])).toThrow("no quotes keep");
  });

  const SHELLS = ["/bin/sh", "/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/usr/bin/tcsh"].filter(existsSync);

  it.each(SHELLS)("[TG5] %s reads every other word as it was given", (shell) => {
    const characters = fc.constantFrom(...' \t"$`*?[]{}()<>|&;#~^=%@-+,.:/aZ09é✓'.split(""));
    const words = fc.array(fc.string({ unit: characters, maxLength: 8 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, (argv) => {
        const line = sshArguments(route, ["printf", "%s|", ...argv]).at(-1) as string;
        expect(execFileSync(shell, ["-c", line], { encoding: "utf8" })).toBe(argv.map((word) => `${word}|`).join(""));
      }),
      { numRuns: 60 },
    );
  });

  it("[DC6] a socket of the machine is forwarded over the connection that is there, by plain paths only", () => {
    const route = { host: "vm", sshConfig: "/c", controlPath: "/run/a" };
    expect(sshForwardArguments(route, "forward", ["/run/b", "/h/.codex/s.sock"]).join(" ")).toBe(
      "-F /c -o ControlMaster=no -o ProxyCommand=false -S /run/a -O forward -L /run/b:/h/.codex/s.sock -- vm",
    );
    for (const path of ["relative", "/a:b", "/a b", "/%h", "/$HOME"])
      expect(() => sshForwardArguments(route, "forward", ["/run/b", path])).toThrow(/does not take/);
  });
});
