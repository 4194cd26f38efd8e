/** The part of the plugin that writes conversations down. It uses the maps of parents and roles of the rest. */
export const RECORDING = String.raw`const written = new Set()
const talks = join(home, "conversations", AGENT)
const KEPT_MS = 30 * 86400000
const LARGEST_TALK = 16 * 1048576
const LONGEST_PART = 65536

// a sub-agent's words go into the file of the session that a person talks to
function rootOf(sessionID) {
  let root = sessionID
  for (let n = 0; n < 20 && parents.has(root); n++) root = parents.get(root)
  return root
}

function talkOf(sessionID) {
  const root = rootOf(sessionID)
  return /^[\w-]+$/.test(root || "") ? join(talks, root + ".jsonl") : undefined
}

function transcriptOf(sessionID) {
  const path = talkOf(sessionID)
  return path ? { transcript: path } : {}
}

// one line for each part of the conversation, when it is complete
function write(sessionID, line) {
  const path = talkOf(sessionID)
  if (!path || written.has(line.kind + line.id)) return
  written.add(line.kind + line.id)
  try {
    if (!existsSync(home)) return
    mkdirSync(talks, { recursive: true, mode: 0o700 })
    if (existsSync(path) && statSync(path).size > LARGEST_TALK) renameSync(path, path + ".before")
    const run = rootOf(sessionID) === sessionID ? undefined : sessionID
    const whole = { timestamp: new Date().toISOString(), run, ...line }
    appendFileSync(path, JSON.stringify(whole) + "\n", { mode: 0o600 })
  } catch {
    // as with the spool
  }
}

function removeOldTalks() {
  try {
    for (const name of readdirSync(talks))
      if (Date.now() - statSync(join(talks, name)).mtimeMs > KEPT_MS) unlinkSync(join(talks, name))
  } catch {
    // there are none
  }
}

const cutText = (text) => (typeof text === "string" ? text.slice(0, LONGEST_PART) : "")

function cutInput(input) {
  const short = (value) => (typeof value === "string" ? cutText(value) : value)
  return Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, short(value)]))
}

function record(type, { sessionID, part, error }) {
  if (type === "session.error" && sessionID) {
    const isAbort = error?.name === "MessageAbortedError"
    const text = isAbort ? "interrupted" : cutText(error?.data?.message) || String(error?.name)
    write(sessionID, { kind: "note", id: "n" + Date.now() + "." + number++, text, is_error: !isAbort })
  }
  if (type === "session.compacted") {
    write(sessionID, { kind: "note", id: "n" + Date.now() + "." + number++, text: "the conversation was compacted" })
  }
  if (type !== "message.part.updated") return
  if (part?.type === "text" && part.time?.end && roles.get(part.messageID) === "assistant" && part.text) {
    write(part.sessionID, { kind: "words", id: part.id, text: cutText(part.text) })
  }
  if (part?.type === "tool") recordCall(part)
}

function recordCall({ sessionID, callID, tool, state }) {
  if (!state || state.status === "pending") return
  write(sessionID, { kind: "call", id: callID, tool, input: cutInput(state.input) })
  const starts = state.metadata?.sessionId
  if (typeof starts === "string") write(sessionID, { kind: "sub_agent", id: callID, starts })
  if (state.status === "completed") write(sessionID, { kind: "result", id: callID, text: cutText(state.output) })
  if (state.status === "error") write(sessionID, { kind: "result", id: callID, text: cutText(state.error), is_error: true })
}

function recordPrompt(sessionID, { message, parts }) {
  const texts = (Array.isArray(parts) ? parts : []).filter((part) => part?.type === "text" && !part.synthetic)
  const text = texts.map((part) => part.text).join("\n")
  if (text) write(sessionID, { kind: "prompt", id: message?.id || "p" + number++, text: cutText(text) })
}`;
