import type { DaemonStatus } from "../core/protocol/daemon.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneItem, PaneList } from "../core/protocol/lists.ts";
import type { DoctorReport, NewTarget, TargetItem, TargetList } from "../core/protocol/targets.ts";

/** How requests reach the daemon: a unix socket for commands, fetch in a browser. Rejects with the daemon's own error. */
export type Transport = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  request?: { body?: string; timeoutMs?: number },
) => Promise<unknown>;

/** Where the daemon itself has to wait for another machine, which it does for less than this. */
const FAR_MS = 90_000;

export interface Explained {
  schema_version: 1;
  pane: PaneItem;
  resolution: Resolution | null;
}

export interface Client {
  health(): Promise<DaemonStatus>;
  panes(): Promise<PaneList>;
  explain(ref: string): Promise<Explained>;
  register(registration: object): Promise<void>;
  shutdown(): Promise<void>;
  targets(): Promise<TargetList>;
  addTarget(target: NewTarget): Promise<TargetItem>;
  connectTarget(name: string): Promise<TargetItem>;
  removeTarget(name: string): Promise<void>;
  doctor(name: string): Promise<DoctorReport>;
}

/** The daemon's API with its types. What comes back was made by the same schemas, so it is not checked again. */
export function createClient(transport: Transport): Client {
  const far = { timeoutMs: FAR_MS };
  return {
    health: async () => (await transport("GET", "/v1/health")) as DaemonStatus,
    panes: async () => (await transport("GET", "/v1/panes")) as PaneList,
    explain: async (ref) => (await transport("GET", `/v1/explain?ref=${encodeURIComponent(ref)}`)) as Explained,
    register: async (registration) => {
      await transport("POST", "/v1/register", { body: JSON.stringify(registration) });
    },
    shutdown: async () => {
      await transport("POST", "/v1/shutdown");
    },
    targets: async () => (await transport("GET", "/v1/targets")) as TargetList,
    addTarget: async (target) =>
      (await transport("POST", "/v1/targets", { ...far, body: JSON.stringify(target) })) as TargetItem,
    connectTarget: async (name) => (await transport("POST", `${pathOf(name)}/connect`, far)) as TargetItem,
    removeTarget: async (name) => {
      await transport("DELETE", pathOf(name), far);
    },
    doctor: async (name) => (await transport("GET", `${pathOf(name)}/doctor`, far)) as DoctorReport,
  };
}

function pathOf(target: string): string {
  return `/v1/targets/${encodeURIComponent(target)}`;
}
