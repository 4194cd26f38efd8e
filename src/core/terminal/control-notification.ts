/** Notifications of tmux 3.2 to 3.6 to control clients. Ids keep their sigils: `$1`, `@2`, `%3`. */
export type ControlNotification =
  | { type: "client-detached"; client: string }
  | { type: "client-session-changed"; client: string; session: string; name: string }
  | { type: "config-error"; message: string }
  | { type: "continue"; pane: string }
  | { type: "exit"; reason: string | null }
  | { type: "layout-change"; window: string; layout: string; visibleLayout: string | null; flags: string | null }
  | { type: "message"; message: string }
  | { type: "pane-mode-changed"; pane: string }
  | { type: "paste-buffer-changed"; buffer: string }
  | { type: "paste-buffer-deleted"; buffer: string }
  | { type: "pause"; pane: string }
  | { type: "session-changed"; session: string; name: string }
  | { type: "session-renamed"; session: string; name: string }
  | { type: "session-window-changed"; session: string; window: string }
  | { type: "sessions-changed" }
  | {
      type: "subscription-changed";
      name: string;
      session: string | null;
      window: string | null;
      windowIndex: number | null;
      pane: string | null;
      value: string;
    }
  | { type: "unlinked-window-add"; window: string }
  | { type: "unlinked-window-close"; window: string }
  | { type: "unlinked-window-renamed"; window: string; name: string }
  | { type: "window-add"; window: string }
  | { type: "window-close"; window: string }
  | { type: "window-pane-changed"; window: string; pane: string }
  | { type: "window-renamed"; window: string; name: string };

/** Null if the line is none of these. */
export function parseControlNotification(line: string): ControlNotification | null {
  const [, name = "", rest = ""] = /^%([a-z-]+)(?: (.*))?$/s.exec(line) ?? [];
  const [shape, read] = FORMS.get(name) ?? [];
  const fields = shape?.exec(rest)?.slice(1);
  return read && fields ? read(fields) : null;
}

type Form = [shape: RegExp, read: (fields: (string | undefined)[]) => ControlNotification];

const PANE = /^(%\d+)$/;
const WINDOW = /^(@\d+)$/;
const NAMED_WINDOW = /^(@\d+) (.*)$/s;
const NAMED_SESSION = /^(\$\d+) (.*)$/s;
const NAMED_CLIENT_SESSION = /^(.*?) (\$\d+) (.*)$/s;
const SESSION_WINDOW = /^(\$\d+) (@\d+)$/;
const WINDOW_PANE = /^(@\d+) (%\d+)$/;
const LAYOUT = /^(@\d+) (\S+)(?: (\S+))?(?: (\S*))?$/;
// tmux reserves the part before the colon for future fields
const SUBSCRIPTION = /^(\S+) (\$\d+|-) (@\d+|-) (\d+|-) (%\d+|-)(?: [^:]*)? : (.*)$/s;
const TEXT = /^(.*)$/s;
const NOTHING = /^$/;

const FORMS = new Map<string, Form>([
  ["client-detached", [TEXT, ([client = ""]) => ({ type: "client-detached", client })]],
  [
    "client-session-changed",
    [
      NAMED_CLIENT_SESSION,
      ([client = "", session = "", name = ""]) => ({ type: "client-session-changed", client, session, name }),
    ],
  ],
  ["config-error", [TEXT, ([message = ""]) => ({ type: "config-error", message })]],
  ["continue", [PANE, ([pane = ""]) => ({ type: "continue", pane })]],
  ["exit", [TEXT, ([reason]) => ({ type: "exit", reason: reason || null })]],
  [
    "layout-change",
    [
      LAYOUT,
      ([window = "", layout = "", visibleLayout = null, flags = null]) => ({
        type: "layout-change",
        window,
        layout,
        visibleLayout,
        flags,
      }),
    ],
  ],
  ["message", [TEXT, ([message = ""]) => ({ type: "message", message })]],
  ["pane-mode-changed", [PANE, ([pane = ""]) => ({ type: "pane-mode-changed", pane })]],
  ["paste-buffer-changed", [TEXT, ([buffer = ""]) => ({ type: "paste-buffer-changed", buffer })]],
  ["paste-buffer-deleted", [TEXT, ([buffer = ""]) => ({ type: "paste-buffer-deleted", buffer })]],
  ["pause", [PANE, ([pane = ""]) => ({ type: "pause", pane })]],
  ["session-changed", [NAMED_SESSION, ([session = "", name = ""]) => ({ type: "session-changed", session, name })]],
  ["session-renamed", [NAMED_SESSION, ([session = "", name = ""]) => ({ type: "session-renamed", session, name })]],
  [
    "session-window-changed",
    [SESSION_WINDOW, ([session = "", window = ""]) => ({ type: "session-window-changed", session, window })],
  ],
  ["sessions-changed", [NOTHING, () => ({ type: "sessions-changed" })]],
  ["subscription-changed", [SUBSCRIPTION, readSubscription]],
  ["unlinked-window-add", [WINDOW, ([window = ""]) => ({ type: "unlinked-window-add", window })]],
  ["unlinked-window-close", [WINDOW, ([window = ""]) => ({ type: "unlinked-window-close", window })]],
  [
    "unlinked-window-renamed",
    [NAMED_WINDOW, ([window = "", name = ""]) => ({ type: "unlinked-window-renamed", window, name })],
  ],
  ["window-add", [WINDOW, ([window = ""]) => ({ type: "window-add", window })]],
  ["window-close", [WINDOW, ([window = ""]) => ({ type: "window-close", window })]],
  ["window-pane-changed", [WINDOW_PANE, ([window = "", pane = ""]) => ({ type: "window-pane-changed", window, pane })]],
  ["window-renamed", [NAMED_WINDOW, ([window = "", name = ""]) => ({ type: "window-renamed", window, name })]],
]);

function readSubscription(fields: (string | undefined)[]): ControlNotification {
  const [name = "", session = "-", window = "-", index = "-", pane = "-", value = ""] = fields;
  return {
    type: "subscription-changed",
    name,
    session: orNull(session),
    window: orNull(window),
    windowIndex: index === "-" ? null : Number(index),
    pane: orNull(pane),
    value,
  };
}

/** tmux writes a dash for an id that a subscription lacks. */
function orNull(id: string): string | null {
  return id === "-" ? null : id;
}
