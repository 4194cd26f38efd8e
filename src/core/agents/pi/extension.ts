import { forAgent, SPOOLING } from "../../integrate/spooling.ts";

/**
 * Our file among pi's extensions. It runs inside the agent: it must not throw, block or print. An event is one file in the
 * spool, as from a hook. Pi itself writes its conversation to a file, whose path each event has.
 * The end of a turn does not tell whether it failed: the last message does, and that goes along with it.
 */
const TEMPLATE = String.raw`// Part of agtmux: tells it what happens in this agent. Safe to delete.
import {
  closeSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, openSync, renameSync, statSync, writeFileSync, writeSync,
} from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

${SPOOLING}

const LAST_WORDS = 65536
const LONGEST_TEXT = 4096
let words
let failure
let endedAt = 0
let waited = 0

const cut = (text) => (typeof text === "string" ? text.slice(0, LONGEST_TEXT) : undefined)

function textOf(message) {
  const parts = Array.isArray(message?.content) ? message.content : []
  return parts.filter((part) => part?.type === "text").map((part) => part.text).join("\n").slice(-LAST_WORDS)
}

function tell(event, payload, ctx) {
  try {
    const { sessionManager } = ctx
    const session = { session_id: sessionManager.getSessionId(), transcript: sessionManager.getSessionFile(), cwd: ctx.cwd }
    drop(event, { ...session, ...payload })
  } catch {
    // as with the spool
  }
}

function said(message, ctx) {
  if (message?.role !== "assistant") return
  const text = textOf(message)
  failure = message.stopReason === "error" ? cut(message.errorMessage) || "error" : undefined
  if (text) words = text
  const { model, responseModel, responseId, timestamp, usage } = message
  const used = { id: responseId || "m" + timestamp, model: responseModel || model, usage, size: ctx.model?.contextWindow }
  tell("message_end", { text, ...used }, ctx)
}

function shortArgs(args) {
  const texts = Object.entries(args ?? {}).filter(([, value]) => typeof value === "string")
  return Object.fromEntries(texts.map(([name, value]) => [name, cut(value)]))
}

export default function (pi) {
  const on = (event, fields) => pi.on(event, (happened, ctx) => tell(event, fields(happened, ctx), ctx))
  on("session_start", ({ reason }) => ({ reason }))
  on("session_shutdown", ({ reason }) => ({ reason }))
  on("before_agent_start", ({ prompt }) => ({ prompt: cut(prompt) }))
  on("agent_start", () => ({}))
  // an attempt is over; between this and the next event it waits for another one
  pi.on("agent_end", () => {
    endedAt = Date.now()
  })
  pi.on("agent_before_settle", () => {
    waited = Date.now() - endedAt
  })
  on("tool_execution_start", ({ toolName, toolCallId, args }) => ({ toolName, toolCallId, args: shortArgs(args) }))
  on("tool_execution_end", ({ toolCallId, isError }) => ({ toolCallId, isError }))
  on("ui_prompt_start", ({ kind, title }) => ({ kind, title: cut(title) }))
  on("ui_prompt_end", ({ kind }, ctx) => ({ kind, is_idle: ctx.isIdle() }))
  on("session_before_compact", ({ reason }) => ({ reason }))
  on("session_compact", ({ reason, compactionEntry }, { model }) => ({
    reason, id: compactionEntry?.id, model: model?.id, usage: compactionEntry?.usage,
  }))
  on("session_compact_failed", ({ reason, aborted, errorMessage }) => ({ reason, aborted, failure: cut(errorMessage) }))
  pi.on("message_end", ({ message }, ctx) => said(message, ctx))
  pi.on("agent_settled", ({ aborted }, ctx) => {
    tell("agent_settled", { aborted, failure, waited, last_message: words }, ctx)
    words = undefined
    failure = undefined
    waited = 0
  })
}
`;

export const EXTENSION = forAgent(TEMPLATE, "pi");
