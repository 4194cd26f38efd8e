import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { Fault } from "../../core/protocol/base/fault.ts";

/** The connection of one viewer: a web socket, or a session with another member of the fleet. */
export interface ViewerSocket {
  send(data: string | Uint8Array): void;
  close(code: number): void;
  /** Stops reading the viewer's messages, until `resume`. */
  pause(): void;
  resume(): void;
}

/** Takes what comes over a viewer's connection. */
export interface ViewerMessages {
  hear(data: Uint8Array, isBinary: boolean): void;
  /** The connection has ended. */
  leave(): void;
}

/** The viewer, and what it may do besides looking. */
export interface Typist {
  actor: Actor;
  /** Why nothing that it types is typed; null if it may type. */
  refusal: Fault | null;
  /** Whether nobody else need be called while it looks at the pane. */
  mayAttend: boolean;
  /** Calls `listener` when it has lost its access; returns how to unsubscribe. */
  onRevoked(listener: () => void): () => void;
}
