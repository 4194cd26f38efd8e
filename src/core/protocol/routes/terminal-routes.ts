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
      says: "Texts are these messages, binary messages are frames: one byte of kind, eight of offset (a double), bytes. First `opened`, then a `bootstrap` and its frame (kind 1), then output (kind 2). A viewer acknowledges what it has drawn; who falls behind is bootstrapped again, never shown a gap. It sends what is typed (kind 3, bytes) or pasted (kinds 4 and 5). It is for whoever may act: the cookie alone does not open it.",
      sends: TerminalServerMessage,
    },
  }),
};
