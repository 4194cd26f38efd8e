import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { renderLaunchAgent } from "../../core/service/launch-agent.ts";
import type { ServicePlan } from "../../core/service/service-plan.ts";
import type { RunProgram } from "./run-program.ts";
import type { ServiceManager, ServiceState } from "./service-manager.ts";

/** A launch agent of macOS, written from its manual: nobody has run it yet. */
export class Launchd implements ServiceManager {
  readonly kind = "launchd";
  readonly name: string;
  readonly file: string;
  readonly logs: string;
  private readonly domain: string;
  private readonly run: RunProgram;

  constructor(name: string, homes: { user: string; agtmux: string }, uid: number, run: RunProgram) {
    this.name = name;
    this.file = join(homes.user, "Library", "LaunchAgents", `${name}.plist`);
    this.logs = `tail -f '${join(homes.agtmux, "daemon.log")}'`;
    this.domain = `gui/${uid}`;
    this.run = run;
  }

  async whyNot(): Promise<string | null> {
    const { code, err } = await this.run("launchctl", ["print", this.domain]);
    return code === 0 ? null : `launchd has no session of yours (${err.split("\n")[0]})`;
  }

  async render(plan: ServicePlan): Promise<string> {
    return renderLaunchAgent(plan, this.name);
  }

  async enable(): Promise<void> {
    // launchd reads a changed file only when it is loaded again
    await this.run("launchctl", ["bootout", `${this.domain}/${this.name}`]);
    await this.must("bootstrap", this.domain, this.file);
  }

  async start(): Promise<void> {
    await this.must("kickstart", `${this.domain}/${this.name}`);
  }

  async disable(): Promise<string | null> {
    const { code, err } = await this.run("launchctl", ["bootout", `${this.domain}/${this.name}`]);
    return code === 0 ? null : err;
  }

  async forget(): Promise<void> {}

  async look(): Promise<ServiceState> {
    const { code, out } = await this.run("launchctl", ["print", `${this.domain}/${this.name}`]);
    const pid = /^\s*pid = (\d+)/m.exec(out)?.[1];
    const state = /^\s*state = (.+)$/m.exec(out)?.[1] ?? (code === 0 ? "not known" : "not loaded");
    return { isEnabled: code === 0, state, pid: pid === undefined ? null : Number(pid) };
  }

  private async must(...words: string[]): Promise<void> {
    const { code, err } = await this.run("launchctl", words);
    if (code !== 0) throw new Fault("E_SERVICE", `launchctl ${words.join(" ")} failed: ${err}`);
  }
}
