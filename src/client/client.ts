import type { DaemonStatus } from "../core/protocol/daemon.ts";
import type { Resolution } from "../core/protocol/explain.ts";
import type { PaneItem, PaneList } from "../core/protocol/lists.ts";

/** How requests reach the daemon: a unix socket for commands, fetch in a browser. Rejects with the daemon's own error. */
export type Transport = (method: "GET" | "POST", path: string, body?: string) => Promise<unknown>;

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
}

/** The daemon's API with its types. What comes back was made by the same schemas, so it is not checked again. */
export function createClient(transport: Transport): Client {
  return {
    health: async () => (await transport("GET", "/v1/health")) as DaemonStatus,
    panes: async () => (await transport("GET", "/v1/panes")) as PaneList,
    explain: async (ref) => (await transport("GET", `/v1/explain?ref=${encodeURIComponent(ref)}`)) as Explained,
    register: async (registration) => {
      await transport("POST", "/v1/register", JSON.stringify(registration));
    },
    shutdown: async () => {
      await transport("POST", "/v1/shutdown");
    },
  };
}
