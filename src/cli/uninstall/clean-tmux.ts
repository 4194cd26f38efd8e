import { runProgram } from "../service/run-program.ts";

/** A key that our plugin has bound, as `list-keys` prints it. */
const BOUND = /^bind-key\s+(?:-r\s+)?-T\s+(\S+)\s+(\S+)\s+run-shell\s+-b\s.*agtmux\.tmux'? (?:next|pick|list)/;

/** Removes keys of our plugin and options of ours from a running tmux server; returns what was there. */
export async function cleanTmux(socket: string | null): Promise<string[]> {
  const tmux = async (...words: string[]) => {
    const { code, out } = await runProgram("tmux", [...(socket === null ? [] : ["-L", socket]), ...words]);
    return code === 0 ? out.split("\n").filter((line) => line !== "") : [];
  };
  const found: string[] = [];
  for (const line of await tmux("list-keys")) {
    const [, table, key] = BOUND.exec(line) ?? [];
    if (table === undefined || key === undefined) continue;
    await tmux("unbind-key", "-T", table, key.replace(/^\\/, ""));
    found.push(`tmux key ${table} ${key}`);
  }
  for (const pane of await tmux("list-panes", "-a", "-F", "#{?@agtmux_pipe,#{pane_id},}")) {
    // a daemon that was killed has left its pipe open
    await tmux("pipe-pane", "-t", pane);
    await tmux("set-option", "-pu", "-t", pane, "@agtmux_pipe");
    found.push(`tmux pipe of pane ${pane}`);
  }
  for (const window of await tmux("list-windows", "-a", "-F", "#{?@agtmux_attention,#{window_id},}")) {
    await tmux("set-option", "-wu", "-t", window, "@agtmux_attention");
    found.push(`tmux option of window ${window}`);
  }
  const own = (await tmux("show-options", "-g")).flatMap((line) => /^@agtmux_\w+/.exec(line)?.[0] ?? []);
  for (const option of own) await tmux("set-option", "-gu", option);
  return [...new Set([...found, ...own.map((option) => `tmux option ${option}`)])];
}
