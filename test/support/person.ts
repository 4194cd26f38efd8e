import { type Sandbox, sandbox } from "./sandbox.ts";

/** A person's terminal: a client of the server in a pane of another server, whose screen the test can read. */
export function person(box: Pick<Sandbox, "socketName">, session: string) {
  return terminalWith(`tmux -L ${box.socketName} attach-session -t ${session}`);
}

/** A terminal that runs this command. */
export function terminalWith(command: string) {
  const outer = sandbox();
  const pane = outer.session("terminal", `exec ${command}`);
  const screen = () => outer.screen(pane);
  return { screen, press: (key: string) => outer.tmux("send-keys", "-t", pane, key) };
}
