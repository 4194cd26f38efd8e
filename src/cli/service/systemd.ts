import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Person } from "../../core/adapter/integration.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ServicePlan } from "../../core/service/service-plan.ts";
import { renderSystemdUnit } from "../../core/service/systemd-unit.ts";
import type { RunProgram } from "./run-program.ts";
import type { ServiceManager, ServiceState } from "./service-manager.ts";

/** A unit of the user's own systemd. */
export class Systemd implements ServiceManager {
  readonly kind = "systemd";
  readonly name: string;
  readonly file: string;
  readonly logs: string;
  private readonly run: RunProgram;
  private readonly env: NodeJS.ProcessEnv;

  constructor(name: string, { home, env }: Person, uid: number, run: RunProgram) {
    this.name = `${name}.service`;
    this.file = join(env.XDG_CONFIG_HOME || join(home, ".config"), "systemd", "user", this.name);
    this.logs = `journalctl --user -u ${this.name}`;
    this.run = run;
    // a shell of su or sudo lacks this variable
    const runtime = `/run/user/${uid}`;
    const needsRuntime = !env.XDG_RUNTIME_DIR && existsSync(join(runtime, "systemd"));
    this.env = { ...env, ...(needsRuntime && { XDG_RUNTIME_DIR: runtime }) };
    // systemd would take an empty one for the root directory
    if (!env.XDG_CONFIG_HOME) delete this.env.XDG_CONFIG_HOME;
  }

  async whyNot(): Promise<string | null> {
    const { code, err } = await this.systemctl("show", "--property=Version");
    if (code === 0) return null;
    return code === null ? "systemd is not installed here" : `your systemd does not answer (${err.split("\n")[0]})`;
  }

  async render(plan: ServicePlan): Promise<string> {
    const { out } = await this.systemctl("show", "--property=Version");
    return renderSystemdUnit(plan, Number(/\d+/.exec(out)?.[0] ?? 0));
  }

  async enable(): Promise<void> {
    await this.must("daemon-reload");
    await this.must("enable", this.name);
  }

  async start(): Promise<void> {
    await this.must("start", this.name);
  }

  async disable(): Promise<string | null> {
    const { code, err } = await this.systemctl("disable", "--now", this.name);
    // without a session its link is all that would start it
    if (code !== 0) rmSync(join(dirname(this.file), "default.target.wants", this.name), { force: true });
    return code === 0 ? null : err;
  }

  async forget(): Promise<void> {
    await this.systemctl("daemon-reload");
    await this.systemctl("reset-failed", this.name);
  }

  async look(): Promise<ServiceState> {
    const { out } = await this.systemctl("show", this.name, "--property=ActiveState,UnitFileState,MainPID");
    const fields = Object.fromEntries(out.split("\n").map((line) => line.split("=", 2)));
    const pid = Number(fields.MainPID ?? 0);
    return {
      isEnabled: fields.UnitFileState === "enabled",
      state: fields.ActiveState ?? "not known",
      pid: pid === 0 ? null : pid,
    };
  }

  private async must(...words: string[]): Promise<void> {
    const { code, err } = await this.systemctl(...words);
    if (code !== 0) throw new Fault("E_SERVICE", `systemctl --user ${words.join(" ")} failed: ${err}`);
  }

  private systemctl(...words: string[]) {
    return this.run("systemctl", ["--user", ...words], this.env);
  }
}
