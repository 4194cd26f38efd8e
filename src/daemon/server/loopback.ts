import { closeSync } from "node:fs";
import type { Server } from "node:http";
import type { Place } from "../access/port-holder.ts";

/** For both servers: leaves descriptors for the unix socket and pipes in a process limited to 1,024. */
const MAX_OVER_TCP = 400;
/** Errors of a machine without IPv6. */
const NO_SUCH_ADDRESS: ReadonlySet<string | undefined> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Two servers with the same handler, one for each address that `localhost` may resolve to. */
export interface Loopback {
  v4: Server;
  v6: Server;
}

export interface LoopbackClaim {
  /** The requested address, if another process holds it. */
  taken: Place | null;
  /** Whether another process may receive requests to `localhost`. */
  isV6Taken: boolean;
  /** Whether the port was ours without interruption: the previous daemon handed its sockets over. */
  isUnbroken: boolean;
}

/** File descriptors of listening sockets, from the previous daemon. */
export interface Inherited {
  port: number;
  v4: number;
  /** Null if the previous daemon did not listen there. */
  v6: number | null;
}

/**
 * Listens on 127.0.0.1 at the requested port, else on the inherited one, else on any; and on the same port of ::1,
 * which browsers try first for `localhost`.
 */
export async function claimLoopback(
  { v4, v6 }: Loopback,
  port: number,
  inherited: Inherited | null = null,
): Promise<LoopbackClaim> {
  limitTogether([v4, v6]);
  const isWanted = inherited !== null && (port === 0 || port === inherited.port);
  let taken: Place | null = null;
  if (!isWanted)
    await listenOn(v4, { host: "127.0.0.1", port }).catch((error: NodeJS.ErrnoException) => {
      // a taken default port must not keep the daemon from running
      if (error.code !== "EADDRINUSE") throw error;
      taken = { host: "127.0.0.1", port };
      return inherited === null ? listenOn(v4, { host: "127.0.0.1", port: 0 }) : undefined;
    });
  const takesOver = inherited !== null && !v4.listening;
  if (takesOver) await listenOn(v4, { fd: inherited.v4 });
  else if (inherited !== null) for (const fd of [inherited.v4, inherited.v6]) if (fd !== null) closeSync(fd);
  if (takesOver && inherited.v6 !== null) {
    await listenOn(v6, { fd: inherited.v6 });
    return { taken, isV6Taken: false, isUnbroken: true };
  }
  const same: Place = { host: "::1", port: portOf(v4) };
  const found = await listenOn(v6, same).then(
    () => "ours" as const,
    ({ code }: NodeJS.ErrnoException) => (NO_SUCH_ADDRESS.has(code) ? ("none" as const) : ("taken" as const)),
  );
  const isV6Taken = found === "taken";
  // a ::1 that we bind only now may have been another process's before
  return { taken: taken ?? (isV6Taken ? same : null), isV6Taken, isUnbroken: takesOver && found === "none" };
}

export function listenOn(server: Server, where: { path: string } | { fd: number } | Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** File descriptor of a listening server; Node has no public API for it. */
export function descriptorOf(server: Server): number | null {
  const { _handle } = server as unknown as { _handle: { fd: number } | null };
  return _handle?.fd ?? null;
}

function limitTogether(servers: readonly Server[]): void {
  let open = 0;
  for (const server of servers) {
    server.maxConnections = MAX_OVER_TCP;
    server.on("connection", (socket) => {
      open += 1;
      socket.once("close", () => {
        open -= 1;
      });
      if (open > MAX_OVER_TCP) socket.destroy();
    });
  }
}
