#!/usr/bin/env node
// A Slack bot: posts who needs you into a channel. Reply in the thread, and your words answer the agent's question,
// or are its next prompt if it asked nothing.
//
// Run: SLACK_TOKEN=xoxb-… SLACK_CHANNEL=C0123456789 node examples/slack-bot.mjs
// The bot needs the scopes chat:write and channels:history. In your own package: npm install ~/agtmux.
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "agtmux/client";

const { SLACK_TOKEN, SLACK_CHANNEL, SLACK_API = "https://slack.com/api", SLACK_POLL_MS = "3000" } = process.env;
const agtmux = await connect();
/** Open threads by the attention they are about. */
const threads = new Map();

async function slack(method, words) {
  const response = await fetch(`${SLACK_API}/${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${SLACK_TOKEN}` },
    body: new URLSearchParams({ channel: SLACK_CHANNEL, ...words }),
  });
  const answer = await response.json();
  if (!answer.ok) throw new Error(`${method}: ${answer.error}`);
  return answer;
}

async function tell({ ref, agent, attention }) {
  const { items } = await agtmux.questions();
  const question = items.find(({ attention_id }) => attention_id === attention.attention_id);
  const options = question?.options?.map(({ value, label }) => `\n• ${value}: ${label}`) ?? [];
  const text = `*${agent} in ${ref}* (${attention.kind})\n${question?.text ?? attention.message}${options.join("")}`;
  const { ts } = await slack("chat.postMessage", { text });
  return { ts, ref, question, read: ts };
}

async function takeReplies(thread) {
  const { messages } = await slack("conversations.replies", { ts: thread.ts, oldest: thread.read });
  for (const { ts, text, bot_id } of messages) {
    if (bot_id !== undefined || Number(ts) <= Number(thread.read)) continue;
    thread.read = ts;
    const { ref, question } = thread;
    // if_revision: the answer is refused if the question is no longer the one that was posted
    const done = question
      ? agtmux.answer({ question_id: question.question_id, answer: text, if_revision: question.revision })
      : agtmux.send({ ref, text });
    const said = await done.then(
      () => `told ${ref}`,
      ({ code, message }) => `not done: ${message} [${code}]`,
    );
    await slack("chat.postMessage", { thread_ts: thread.ts, text: said });
  }
}

async function followThreads() {
  for (;;) {
    for (const thread of threads.values()) await takeReplies(thread).catch((error) => console.error(error.message));
    await sleep(Number(SLACK_POLL_MS));
  }
}

void followThreads();
for await (const { panes } of agtmux.watch()) {
  const calling = panes.filter(({ attention }) => attention !== null);
  const ids = new Set(calling.map(({ attention }) => attention.attention_id));
  for (const id of threads.keys()) if (!ids.has(id)) threads.delete(id);
  for (const pane of calling)
    if (!threads.has(pane.attention.attention_id)) threads.set(pane.attention.attention_id, await tell(pane));
}
