import type { Server } from "node:http";
import type { Place } from "../port-holder.ts";

/** Together: few enough that a process that may have 1,024 descriptors keeps some for its own socket and for pipes. */
const MOST_OVER_TCP = 400;
/** What a machine without IPv6 says. */
const NO_SUCH_ADDRESS: ReadonlySet<string | undefined> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Two servers that answer alike, one for each address that `localhost` may mean. */
export interface Loopback {
  v4: Server;
  v6: Server;
}

export interface LoopbackClaim {
  /** What was asked for and somebody else has. */
  taken: Place | null;
  /** Whether somebody else may hear what is meant for `localhost`. */
  isV6Taken: boolean;
}

/** The port on 127.0.0.1, else another one; and the same on ::1, where browsers look first for `localhost`. */
export async function claimLoopback({ v4, v6 }: Loopback, port: number): Promise<LoopbackClaim> {
  limitTogether([v4, v6]);
  let taken: Place | null = null;
  await listenOn(v4, { host: "127.0.0.1", port }).catch((error: NodeJS.ErrnoException) => {
    // the usual port is a convenience: somebody else having it is no reason not to run
    if (error.code !== "EADDRINUSE") throw error;
    taken = { host: "127.0.0.1", port };
    return listenOn(v4, { host: "127.0.0.1", port: 0 });
  });
  const same: Place = { host: "::1", port: portOf(v4) };
  const isV6Taken = await listenOn(v6, same).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => !NO_SUCH_ADDRESS.has(code),
  );
  return { taken: taken ?? (isV6Taken ? same : null), isV6Taken };
}

export function listenOn(server: Server, where: { path: string } | Place): Promise<void> {
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

function limitTogether(servers: readonly Server[]): void {
  let open = 0;
  for (const server of servers) {
    server.maxConnections = MOST_OVER_TCP;
    server.on("connection", (socket) => {
      open += 1;
      socket.once("close", () => {
        open -= 1;
      });
      if (open > MOST_OVER_TCP) socket.destroy();
    });
  }
}
