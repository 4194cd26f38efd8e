import { closeSync, constants, existsSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Takes away the channels by which agents wait for an answer, as a killed hook would: keys must take over. */
export function cutChannels(agtmuxHome: string): void {
  const desk = join(agtmuxHome, "decide");
  if (!existsSync(desk)) return;
  for (const entry of readdirSync(desk, { withFileTypes: true })) {
    const path = join(desk, entry.name);
    if (entry.name.endsWith(".answer")) endHook(path);
    if (entry.isDirectory())
      for (const name of readdirSync(path)) if (name.endsWith(".req")) rmSync(join(path, name), { force: true });
  }
}

function endHook(fifo: string): void {
  try {
    const handle = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(handle, "\n");
    closeSync(handle);
  } catch {
    // it has ended by itself
  }
}
