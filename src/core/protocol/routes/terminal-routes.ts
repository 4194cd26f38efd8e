import { TerminalServerMessage } from "../terminal/terminal.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export const TERMINAL_ROUTES = {
  terminal: route(ENDPOINTS.terminal.terminal, {
    summary: "A pane's live terminal",
    access: "act",
    answer: null,
    faults: [...REF_FAULTS, "E_UNAUTHORIZED"],
    socket: {
      says: "Texts are these messages, binary messages are frames: one byte of kind, eight of offset (a double), bytes. First `opened`, then a `bootstrap` and its frame (kind 1), then output (kind 2). A viewer acknowledges what it has drawn; one that falls behind gets a new `bootstrap`, so nothing is missing. It sends typed (kind 3, bytes) or pasted input (kinds 4 and 5). Needs the right to act: the cookie alone is not enough.",
      sends: TerminalServerMessage,
    },
  }),
};
