import { mismatches } from "./cells.ts";
import { type Sandbox, sandbox, until } from "./sandbox.ts";
import type { TerminalViewer } from "./terminal-viewer.ts";

const PATIENCE_MS = 60_000;

/** A daemon that observes one session with one pane. */
export async function shownPane(command: (box: Sandbox) => string = () => "exec sh", env: NodeJS.ProcessEnv = {}) {
  const box = sandbox(env);
  const pane = box.session("work", command(box));
  await box.startDaemon();
  await until(async () => (await box.panes()).items.length > 0);
  return { box, pane };
}

/** Waits until the viewer shows the same cells as tmux. */
export async function untilSame(box: Sandbox, pane: string, viewer: TerminalViewer): Promise<void> {
  let wrong: string[] = [];
  await until(
    async () => {
      await viewer.settled();
      wrong = await mismatches(box, pane, viewer);
      return wrong.length === 0;
    },
    () =>
      `${wrong.length} mismatches: ${wrong.slice(0, 10).join("; ")}\n${JSON.stringify(viewer.told.slice(-5))}\n` +
      `${viewer.rows().join("\n")}\n--- tmux:\n${box.screen(pane)}`,
    PATIENCE_MS,
  );
}

/** Waits until the pane's program has set this title. */
export async function untilTitle(box: Sandbox, pane: string, title: string): Promise<void> {
  await until(
    () => box.tmux("display-message", "-p", "-t", pane, "#{pane_title}") === title,
    () => box.screen(pane),
    120_000,
  );
}
