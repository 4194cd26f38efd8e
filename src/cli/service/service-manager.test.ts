import { describe, expect, it } from "vitest";
import { Launchd } from "./launchd.ts";
import type { Ended, RunProgram } from "./run-program.ts";
import type { ServiceManager } from "./service-manager.ts";
import { Systemd } from "./systemd.ts";

const PLAN = {
  command: ["/opt/agtmux/bin/agtmux", "daemon", "run"] as const,
  environment: {},
  errors: "/home/me/.agtmux/daemon.err",
  inUse: 11,
};

interface Kind {
  make(run: RunProgram): ServiceManager;
  file: string;
  enabled: string[];
  started: string[];
  disabled: string[];
  shown: string;
  state: string;
}

/** The managers of services, with the commands that each must give. */
const KINDS: Record<string, Kind> = {
  systemd: {
    make: (run) => new Systemd("agtmux", { home: "/home/me", env: { XDG_RUNTIME_DIR: "/run/x" } }, 7, run),
    file: "/home/me/.config/systemd/user/agtmux.service",
    enabled: ["systemctl --user daemon-reload", "systemctl --user enable agtmux.service"],
    started: ["systemctl --user start agtmux.service"],
    disabled: ["systemctl --user disable --now agtmux.service"],
    shown: "MainPID=42\nActiveState=active\nUnitFileState=enabled\n",
    state: "active",
  },
  launchd: {
    make: (run) => new Launchd("agtmux", { user: "/home/me", agtmux: "/home/me/.agtmux" }, 7, run),
    file: "/home/me/Library/LaunchAgents/agtmux.plist",
    enabled: ["launchctl bootout gui/7/agtmux", "launchctl bootstrap gui/7 /home/me/Library/LaunchAgents/agtmux.plist"],
    started: ["launchctl kickstart gui/7/agtmux"],
    disabled: ["launchctl bootout gui/7/agtmux"],
    shown: "gui/7/agtmux = {\n\tstate = running\n\tpid = 42\n}\n",
    state: "running",
  },
};

describe.each(Object.entries(KINDS))("a service of %s", (kind, { make, ...expected }) => {
  const recorder = (answer: Partial<Ended> = {}) => {
    const ran: string[] = [];
    const run: RunProgram = async (program, words) => {
      ran.push([program, ...words].join(" "));
      return { code: 0, out: "", err: "", ...answer };
    };
    return { ran, service: make(run) };
  };

  it("[DM30] has its file where the manager looks, and names the daemon's program in it", async () => {
    const { service } = recorder();
    expect([service.kind, service.file]).toEqual([kind, expected.file]);
    expect(await service.render(PLAN)).toContain("/opt/agtmux/bin/agtmux");
  });

  it("[DM30] is enabled, started and disabled by the manager's own commands", async () => {
    const { ran, service } = recorder();
    await service.enable();
    expect(ran.splice(0)).toEqual(expected.enabled);
    await service.start();
    expect(ran.splice(0)).toEqual(expected.started);
    expect(await service.disable()).toBe(null);
    expect(ran).toEqual(expected.disabled);
  });

  it("[DM30] tells its state and pid", async () => {
    const { service } = recorder({ out: expected.shown });
    expect(await service.look()).toEqual({ isEnabled: true, state: expected.state, pid: 42 });
  });

  it("[DM30] says why it cannot be had, and fails with what the manager says", async () => {
    const { service } = recorder({ code: 1, err: "no bus\nmore" });
    expect(await service.whyNot()).toContain("(no bus)");
    await expect(service.start()).rejects.toMatchObject({ code: "E_SERVICE" });
  });
});
