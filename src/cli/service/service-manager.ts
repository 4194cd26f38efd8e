import type { ServicePlan } from "../../core/service/service-plan.ts";

/** systemd or launchd: starts programs at login and restarts them when they fail. */
export interface ServiceManager {
  readonly kind: "systemd" | "launchd";
  /** Our service's name there. */
  readonly name: string;
  /** The file that describes it. */
  readonly file: string;
  /** The command that shows its log. */
  readonly logs: string;

  /** Why no service can be run here; null if one can. */
  whyNot(): Promise<string | null>;
  render(plan: ServicePlan): Promise<string>;
  /** Enables the written file: from now on the service starts at every login. */
  enable(): Promise<void>;
  /** Starts the service unless it runs. */
  start(): Promise<void>;
  /** Stops the service, and starts it at no login any more. Returns why that could not be asked of it. */
  disable(): Promise<string | null>;
  /** Called when the file is gone. */
  forget(): Promise<void>;
  look(): Promise<ServiceState>;
}

export interface ServiceState {
  /** Whether it starts at login. */
  isEnabled: boolean;
  /** In the manager's own words: "active", "failed", … */
  state: string;
  pid: number | null;
}
