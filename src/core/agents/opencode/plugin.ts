import { forAgent, SPOOLING } from "../../integrate/spooling.ts";
import { RECORDING } from "./plugin-recording.ts";

/**
 * Our file in the agent's plugin folder. It runs inside the agent: it must not throw, block or print,
 * and it needs nothing but what every JavaScript runtime has. An event is one file in the spool, as from a hook;
 * it tells prompts, each message when it is complete, with the tokens that it took, and tool calls without their long arguments, as other agents' hooks and files do. A sub-agent's session is named with its parent, which only its creation tells.
 * The conversation itself is written to a file of its own beside the spool, since the agent keeps it in a database.
 * Answers come back as files in a directory of this process, docs/decisions/0025-answers-by-file.md.
 */
const TEMPLATE = `// Part of agtmux: tells it what happens in this agent. Safe to delete.
import {
  appendFileSync, closeSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync,
  rmSync, statSync, unlinkSync, watch, writeFileSync, writeSync,
} from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

const TOLD = new Set([
  "session.created", "session.status", "session.idle", "session.error", "session.compacted",
  "permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected",
])

${SPOOLING}
const LAST_WORDS = 65536
const LONGEST_TEXT = 4096
const parents = new Map()
const roles = new Map()
const words = new Map()
const calls = new Map()
const asked = new Map()
const clients = new Map()
const used = new Set()
const limits = new Map()
const inbox = join(home, "decide", String(process.pid))
let isListening = false

// an answer is a file that comes into this directory; to be told of it costs nothing while none comes
function listenForAnswers() {
  if (isListening || !process.env.TMUX_PANE || !existsSync(join(home, "decide"))) return
  try {
    rmSync(inbox, { recursive: true, force: true })
    mkdirSync(inbox, { mode: 0o700 })
    watch(inbox, { persistent: false }, look).on("error", () => {})
    process.on("exit", leave)
    isListening = true
  } catch {
    leave()
  }
}

function leave() {
  try {
    rmSync(inbox, { recursive: true, force: true })
  } catch {
    // whoever answers finds that this process is gone
  }
}

function look() {
  try {
    for (const name of readdirSync(inbox)) if (name.endsWith(".answer")) take(join(inbox, name.slice(0, -7)))
  } catch {
    // the directory was removed
  }
}

// by renaming it, so that it is taken once, and can be taken back until then
async function take(path) {
  try {
    renameSync(path + ".answer", path + ".taken")
    if (await obey(JSON.parse(readFileSync(path + ".taken", "utf8")))) unlinkSync(path + ".taken")
    else renameSync(path + ".taken", path + ".refused")
  } catch {
    // taken back
  }
}

async function obey({ permission, question, reply, message, answers, abort }) {
  if (abort) return post(clients.get(abort), "/session/" + encodeURIComponent(abort) + "/abort")
  const id = permission || question
  const path = (permission ? "/permission/" : "/question/") + encodeURIComponent(id) + "/reply"
  return post(asked.get(id)?.client, path, permission ? { reply, message } : { answers })
}

// the agent's own server, in this process: no port is open
async function post(client, url, body) {
  try {
    const headers = { "Content-Type": "application/json" }
    const { response } = await client._client.request({ method: "POST", url, body, headers })
    return response?.ok === true
  } catch {
    return false
  }
}

// what is asked can be answered through us, until it is answered in any way
function follow({ type, properties }, payload, client, directory) {
  const { id, requestID, sessionID, tool } = properties ?? {}
  if (type === "permission.asked" || type === "question.asked") {
    listenForAnswers()
    const name = "a" + number++
    if (!isListening || !id) return
    asked.set(id, { client, sessionID, request: join(inbox, name + ".req") })
    drop(type, { ...payload, directory, ...callOf(tool?.callID) }, process.pid + "/" + name)
  }
  const isReply = type === "permission.replied" || type === "question.replied" || type === "question.rejected"
  for (const [each, { sessionID: session, request }] of asked) {
    if (!(isReply && each === (requestID ?? id)) && !(type === "session.idle" && session === sessionID)) continue
    asked.delete(each)
    rmSync(request, { force: true })
  }
}

// what a permission does not tell of its call: which fields its input has, and where it runs
function callOf(callID) {
  const { tool, output } = calls.get(callID) ?? {}
  return tool ? { call: { tool, fields: Object.keys(output?.args ?? {}), workdir: output?.args?.workdir } } : {}
}

function begin({ tool, sessionID, callID }, output) {
  const texts = Object.entries(output?.args ?? {}).filter(([, value]) => typeof value === "string")
  const short = Object.fromEntries(texts.map(([name, value]) => [name, value.slice(0, LONGEST_TEXT)]))
  // other plugins may still change its input
  calls.set(callID, { tool, output })
  drop("tool.execute.before", withParent(sessionID, { sessionID, tool, callID, args: short }))
}

// a call that fails or is aborted is told by its part of the message alone
function end(sessionID, callID) {
  if (calls.delete(callID)) drop("tool.execute.after", withParent(sessionID, { sessionID, callID }))
}

function promptIn(parts) {
  const text = (Array.isArray(parts) ? parts : []).find((part) => part?.type === "text" && !part.synthetic)?.text
  return typeof text === "string" ? { prompt: text.slice(0, LONGEST_TEXT) } : {}
}

// an answer comes in parts, each told again whenever it grows; who speaks is told with the message
function listen(type, { info, part }) {
  if (type === "message.updated" && info?.id) roles.set(info.id, info.role)
  const status = part?.type === "tool" ? part.state?.status : undefined
  if (status === "completed" || status === "error") end(part.sessionID, part.callID)
  if (type !== "message.part.updated" || part?.type !== "text" || typeof part.text !== "string") return
  if (roles.get(part.messageID) !== "assistant") return
  const said = part.text.slice(-LAST_WORDS)
  words.set(part.sessionID, said)
  if (part.time?.end)
    drop("message.said", withParent(part.sessionID, { sessionID: part.sessionID, last_message: said }))
}

// what a call of the model used is told when it is complete, with the size of the model's context
async function tellUsage(type, { info }, client) {
  if (type !== "message.updated" || info?.role !== "assistant" || !info.time?.completed || used.has(info.id)) return
  used.add(info.id)
  const { id, sessionID, providerID, modelID, cost, tokens } = info
  const limit = await limitOf(client, providerID, modelID)
  drop("message.used", withParent(sessionID, { sessionID, id, modelID, cost, tokens, limit }))
}

async function limitOf(client, providerID, modelID) {
  const key = providerID + "/" + modelID
  if (!limits.has(key)) limits.set(key, await readLimit(client, providerID, modelID))
  return limits.get(key)
}

async function readLimit(client, providerID, modelID) {
  try {
    const { data } = await client._client.request({ method: "GET", url: "/config/providers" })
    return data.providers.find((provider) => provider.id === providerID).models[modelID].limit.context
  } catch {
    return undefined
  }
}

${RECORDING}

function lastWords(type, sessionID) {
  if (type !== "session.idle") return {}
  const said = words.get(sessionID)
  words.delete(sessionID)
  roles.clear()
  used.clear()
  written.clear()
  return said === undefined ? {} : { last_message: said }
}

function withParent(sessionID, payload) {
  const parentID = parents.get(sessionID)
  return parentID === undefined ? payload : { ...payload, parentID }
}

export const Agtmux = async ({ directory, client }) => {
  drop("plugin.init", { directory })
  listenForAnswers()
  removeOldTalks()
  return {
    event: async ({ event }) => {
      const { sessionID, info } = event?.properties ?? {}
      if (info?.parentID) parents.set(info.id, info.parentID)
      if (sessionID) clients.set(sessionID, client)
      listen(event?.type, event?.properties ?? {})
      record(event?.type, event?.properties ?? {})
      tellUsage(event?.type, event?.properties ?? {}, client).catch(() => {})
      if (!TOLD.has(event?.type)) return
      const told = { type: event.type, properties: event.properties, ...lastWords(event.type, sessionID), ...transcriptOf(sessionID) }
      const payload = withParent(sessionID, told)
      drop(event.type, payload)
      follow(event, payload, client, directory)
    },
    "chat.message": async ({ sessionID }, output) => {
      recordPrompt(sessionID, output ?? {})
      drop("chat.message", withParent(sessionID, { sessionID, ...promptIn(output?.parts), ...transcriptOf(sessionID) }))
    },
    "tool.execute.before": async (call, output) => begin(call ?? {}, output),
    "tool.execute.after": async (call) => end(call?.sessionID, call?.callID),
  }
}
`;

/** The text of the plugin for an agent, which names itself in every entry of the spool. */
export function pluginFor(agent: string): string {
  return forAgent(TEMPLATE, agent);
}
