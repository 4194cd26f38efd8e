/**
 * What we put into the agent's plugin folder. It runs inside the agent: it must not throw, block or print,
 * and it needs nothing but what every JavaScript runtime has. An event is one file in the spool, as from a hook;
 * of prompts and answers only the last words of a turn are told, as other agents' hooks do. A sub-agent's session is named with its parent, which only its creation tells.
 */
export const PLUGIN = String.raw`// Part of agtmux: tells it what happens in this agent. Safe to delete.
import { closeSync, constants, existsSync, mkdirSync, openSync, renameSync, statSync, writeFileSync, writeSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

const TOLD = new Set([
  "session.created", "session.status", "session.idle", "session.error", "session.compacted",
  "permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected",
])

const spool = join(process.env.AGTMUX_HOME || join(homedir(), ".agtmux"), "spool")
const LAST_WORDS = 8192
const parents = new Map()
const roles = new Map()
const words = new Map()
let number = 0

function drop(event, payload) {
  try {
    const env = process.env
    const header = [
      "agtmux1", "agent=opencode", "event=" + event, "pane=" + (env.TMUX_PANE || ""), "tmux=" + (env.TMUX || ""),
      "pid=" + process.pid, "session=" + (env.SCHMUX_SESSION_ID || ""),
    ]
    for (const part of ["tmp", "new"]) mkdirSync(join(spool, part), { recursive: true, mode: 0o700 })
    let name
    do name = process.pid + "." + process.ppid + "." + number++
    while (existsSync(join(spool, "new", name)))
    writeFileSync(join(spool, "tmp", name), header.join("\t") + "\n" + JSON.stringify(payload), { mode: 0o600 })
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

// an answer comes in parts, each told again whenever it grows; who speaks is told with the message
function listen(type, { info, part }) {
  if (type === "message.updated" && info?.id) roles.set(info.id, info.role)
  if (type !== "message.part.updated" || part?.type !== "text" || typeof part.text !== "string") return
  if (roles.get(part.messageID) === "assistant") words.set(part.sessionID, part.text.slice(-LAST_WORDS))
}

function lastWords(type, sessionID) {
  if (type !== "session.idle") return {}
  const said = words.get(sessionID)
  words.delete(sessionID)
  roles.clear()
  return said === undefined ? {} : { last_message: said }
}

function withParent(sessionID, payload) {
  const parentID = parents.get(sessionID)
  return parentID === undefined ? payload : { ...payload, parentID }
}

export const Agtmux = async ({ directory }) => {
  drop("plugin.init", { directory })
  return {
    event: async ({ event }) => {
      const { sessionID, info } = event?.properties ?? {}
      if (info?.parentID) parents.set(info.id, info.parentID)
      listen(event?.type, event?.properties ?? {})
      if (!TOLD.has(event?.type)) return
      const told = { type: event.type, properties: event.properties, ...lastWords(event.type, sessionID) }
      drop(event.type, withParent(sessionID, told))
    },
    "chat.message": async ({ sessionID }) => drop("chat.message", withParent(sessionID, { sessionID })),
  }
}
`;
