import { describe, expect, it } from "vitest";
import { installPlan, isNodeTooOld, isPackaged, isTmuxTooOld, packagesPlan, TEST_TOOLS } from "./setup-plan.mjs";

describe("versions", () => {
  it.each([
    ["v18.20.8", true],
    ["v20.20.2", true],
    ["v22.15.1", true],
    ["v22.16.0", false],
    ["v24.1.0", false],
  ])("[PK4] Node %s is too old: %s", (version, expected) => {
    expect(isNodeTooOld(version)).toBe(expected);
  });

  it.each([
    ["tmux 2.9a", true],
    ["tmux 3.1c", true],
    ["tmux 3.2", false],
    ["tmux 3.3a", false],
    ["tmux next-3.6", false],
    ["tmux master", false],
  ])("[TX6] %s is too old: %s", (version, expected) => {
    expect(isTmuxTooOld(version)).toBe(expected);
  });
});

describe("installPlan", () => {
  const root = { manager: "apt-get", isRoot: true, hasSudo: false, hasTerminal: false, hasServices: false };
  const person = { manager: "apt-get", isRoot: false, hasSudo: true, hasTerminal: true, hasServices: true };

  it.each([
    ["root with apt-get", root, "run", "apt-get install -y tmux"],
    ["root with another manager", { ...root, manager: "apk" }, "tell", "apk add tmux"],
    ["a person at a terminal", person, "ask", "sudo apt-get install -y tmux"],
    ["a person without sudo", { ...person, hasSudo: false }, "tell", "sudo apt-get install -y tmux"],
    ["nobody at a terminal", { ...person, hasTerminal: false }, "tell", "sudo apt-get install -y tmux"],
    ["a person with Homebrew", { ...person, manager: "brew" }, "ask", "brew install tmux"],
    ["a person with dnf", { ...person, manager: "dnf" }, "ask", "sudo dnf install -y tmux"],
  ])("[PK6] for %s", (_who, machine, how, command) => {
    expect(installPlan(["tmux"], machine)).toEqual({ how, command: command.split(" ") });
  });

  it.each([
    [
      "apt-get",
      "install -y tmux chromium fzf jq zsh fish tcsh busybox procps openssh-client openssh-server iproute2 faketime inotify-tools libnotify-bin dbus nats-server",
    ],
    [
      "dnf",
      "install -y tmux chromium fzf jq zsh fish tcsh busybox procps-ng openssh-clients openssh-server iproute libfaketime inotify-tools libnotify dbus-daemon",
    ],
    [
      "pacman",
      "-S --noconfirm tmux chromium fzf jq zsh fish tcsh busybox procps-ng openssh iproute2 libfaketime inotify-tools libnotify dbus nats-server",
    ],
    [
      "apk",
      "add tmux chromium fzf jq zsh fish tcsh busybox procps openssh-client openssh-server iproute2 libfaketime inotify-tools libnotify dbus nats-server",
    ],
  ])("[PK6] many are one command, with %s", (manager, command) => {
    const tools = TEST_TOOLS.filter((tool) => isPackaged(tool, manager));
    const { command: planned } = installPlan(["tmux", ...tools], { ...root, manager });
    expect(planned.join(" ")).toBe(`${manager} ${command}`);
  });

  it.each(["sshd", "nats-server"])("[PK6] no %s begins to listen on somebody's machine unasked", (tool) => {
    const machine = { ...root, hasServices: true };
    expect(installPlan([tool], machine).how).toBe("tell");
    expect(installPlan([tool], { ...machine, hasTerminal: true }).how).toBe("ask");
    expect(installPlan(["ip", "faketime"], machine).how).toBe("run");
  });

  it("[PK6] tools that a package manager does not have are left out from the start", () => {
    expect(TEST_TOOLS.filter((tool) => isPackaged(tool, "brew"))).toEqual([
      "chromium",
      "fzf",
      "jq",
      "zsh",
      "fish",
      "tcsh",
      "nats-server",
    ]);
    for (const manager of ["apt-get", "pacman", "apk", null]) {
      expect(TEST_TOOLS.filter((tool) => !isPackaged(tool, manager))).toEqual([]);
    }
    expect(TEST_TOOLS.filter((tool) => !isPackaged(tool, "dnf"))).toEqual(["nats-server"]);
  });

  it("[PK6] tells without a command where no known package manager is", () => {
    expect(installPlan(["tmux"], { ...person, manager: null })).toEqual({ how: "tell", command: null });
  });
});

describe("packagesPlan", () => {
  const machine = { platform: "linux", arch: "x64", libc: "glibc" };
  const binary = (libc) => ({ version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"], libc: [libc] });
  const lock = {
    packages: {
      "": { name: "agtmux" },
      "node_modules/ws": { version: "8.0.0" },
      "node_modules/binding-gnu": binary("glibc"),
      "node_modules/binding-musl": binary("musl"),
      "node_modules/used-by-a-binding-for-browsers": { version: "2.0.0", optional: true },
    },
  };
  const ws = { "node_modules/ws": { version: "8.0.0" } };
  const gnu = { "node_modules/binding-gnu": { version: "1.0.0" } };
  const musl = { "node_modules/binding-musl": { version: "1.0.0" } };
  const planFor = (packages) =>
    packagesPlan({ stamp: null, wantedStamp: "new", lock, installedLock: packages && { packages }, machine });

  it("[PK7] does nothing where setup finished with this lock file on this kind of machine", () => {
    expect(packagesPlan({ stamp: "new", wantedStamp: "new", lock, installedLock: null, machine })).toBe("nothing");
  });

  it("[PK7] installs nothing if the packages match the lock file, whoever installed them", () => {
    expect(planFor({ ...ws, ...gnu })).toBe("record");
  });

  it.each([
    ["nothing", null],
    ["not every package", gnu],
    ["another version", { ...gnu, "node_modules/ws": { version: "7.0.0" } }],
    ["a package too many", { ...ws, ...gnu, "node_modules/left-pad": { version: "1.0.0" } }],
    ["no binary for this machine", ws],
    ["only another machine's binary", { ...ws, ...musl }],
  ])("[PK7] installs where there is %s", (_what, packages) => {
    expect(planFor(packages)).toBe("install");
  });
});
