import type { DoctorCheck } from "../protocol/daemon/targets.ts";
import { BY_DOCUMENTATION } from "./tried-version.ts";

/** An agent that is installed, and that nobody has tried. */
export interface Untried {
  name: string;
  label: string;
  /** Whether its screen is not read, and no hooks of it are known either. */
  isSilent: boolean;
}

/** One line for each agent of which only the documentation is known, so that nobody expects more of it. */
export function judgeUntried(agents: readonly Untried[]): DoctorCheck[] {
  return agents.map(({ name, label, isSilent }) => ({
    name: `${label}: tests`,
    status: "ok",
    found: BY_DOCUMENTATION,
    advice: isSilent
      ? `its state is unknown unless it signals; 'agtmux adapters new ${name}-own --pane PANE' begins a file of your own that reads its screen`
      : null,
  }));
}
