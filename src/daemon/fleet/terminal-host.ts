import { type Allowing, lackOf } from "../../core/fleet/forwarded-routes.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import { TerminalOpening } from "../../core/protocol/fleet/member-frames.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { Typist, ViewerMessages, ViewerSocket } from "../terminal/viewer-socket.ts";
import { memberActor } from "./member-actor.ts";
import type { TerminalExchange } from "./terminal-exchange.ts";
import type { TerminalSession } from "./terminal-session.ts";

/** No route of the API: only members ask for it, of each other. */
export const TERMINAL_PATH = "/v1/terminal";
/** Of what a viewer sends, as on the daemon's own sockets. */
const MAX_MESSAGE = 64 * 1024;

/** Finds one of our panes; the returned function shows it over a connection. */
export type OpenOwnTerminal = (ref: string, typist: Typist) => (socket: ViewerSocket) => ViewerMessages;

export interface HostDeps extends Allowing {
  exchange: TerminalExchange;
}

/** Shows one of our panes to another member, which may look: what it types needs more. */
export async function hostTerminal(
  body: string | null,
  asker: Asker & { user: string },
  open: OpenOwnTerminal,
  deps: HostDeps,
): Promise<MemberResponse> {
  const parsed = TerminalOpening.safeParse(parseJson(body ?? ""));
  if (!parsed.success) throw new Fault("E_INVALID_INPUT", "the request for a terminal cannot be read");
  let revoke = () => {};
  const serve = open(parsed.data.ref, {
    actor: memberActor(asker),
    // a key may be an answer to what the agent asks
    refusal: refusedTyping(asker, deps),
    mayAttend: lackOf(["answer"], "answer", asker, deps) === null,
    onRevoked(listener) {
      revoke = listener;
      return () => {
        revoke = () => {};
      };
    },
  });
  let viewer: ViewerMessages | null = null;
  const other = { member: asker.member, id: parsed.data.session, maxMessage: MAX_MESSAGE };
  const session = await deps.exchange.begin(other, {
    message: (data, isBinary) => viewer?.hear(data, isBinary),
    // how much is sent is up to its acknowledgements
    paused: () => undefined,
    ended({ why }) {
      if (why === "revoked") revoke();
      viewer?.leave();
    },
  });
  try {
    viewer = serve(socketOver(session));
  } catch (error) {
    session.end({ why: "broken", words: messageOf(error) });
    throw error;
  }
  return { status: 200, body: "{}" };
}

function refusedTyping(asker: Asker, deps: HostDeps): Fault | null {
  const words = lackOf(["send", "answer"], "type", asker, deps);
  return words === null ? null : new Fault("E_NOT_ALLOWED", words);
}

function socketOver(session: TerminalSession): ViewerSocket {
  return {
    send: (data) => session.send(data),
    // later, as the end of a socket is
    close: () => setImmediate(() => session.end({ why: "closed", words: "" })),
    pause: () => session.pause(),
    resume: () => session.resume(),
  };
}
