/**
 * The part of a plugin that writes events into the spool, one file for each, as a hook does. It runs inside of an agent: it
 * must not throw, block or print. It needs node:fs, homedir and join.
 */
export const SPOOLING = String.raw`const AGENT = "AGENT_NAME"
const home = process.env.AGTMUX_HOME || join(homedir(), ".agtmux")
const spool = join(home, "spool")
let number = 0

function drop(event, payload, answer) {
  try {
    // agtmux is gone, and must not come back as a folder of files that nobody reads
    if (!existsSync(home)) return
    const env = process.env
    const header = [
      "agtmux1", "agent=" + AGENT, "event=" + event, "pane=" + (env.TMUX_PANE || ""), "tmux=" + (env.TMUX || ""),
      "pid=" + process.pid, "session=" + (env.SCHMUX_SESSION_ID || ""), "answer=" + (answer || ""),
    ]
    for (const part of ["tmp", "new"]) mkdirSync(join(spool, part), { recursive: true, mode: 0o700 })
    let name
    do name = process.pid + "." + process.ppid + "." + number++
    while (existsSync(join(spool, "new", name)))
    writeFileSync(join(spool, "tmp", name), header.join("\t") + "\n" + JSON.stringify(payload), { mode: 0o600 })
    if (answer) keep(join(spool, "tmp", name), join(home, "decide", answer + ".req"))
    renameSync(join(spool, "tmp", name), join(spool, "new", name))
    wake(join(spool, "wake"))
  } catch {
    // a full disk is no fault of the agent's, and a word of ours would stand in the middle of its screen
  }
}

// opened for both directions, a FIFO that nobody reads blocks nobody
function wake(fifo) {
  if (!existsSync(fifo) || !statSync(fifo).isFIFO()) return
  const handle = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    writeSync(handle, "\n")
  } finally {
    closeSync(handle)
  }
}

// a request stays while it is open, so that the next daemon finds it
function keep(file, request) {
  try {
    linkSync(file, request)
  } catch {
    copyFileSync(file, request)
  }
}`;

/** The expression for our usual home, which is replaced by the home in use. */
const USUAL_HOME = 'join(homedir(), ".agtmux")';

/** A plugin with this part, for the agent of this name. */
export function forAgent(plugin: string, agent: string): string {
  return plugin.replace("AGENT_NAME", agent);
}

/** A plugin that writes into this home. */
export function forHome(plugin: string, home: string): string {
  return plugin.replace(USUAL_HOME, () => JSON.stringify(home));
}
