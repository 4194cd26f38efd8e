#!/usr/bin/env node
// Runs a command of yours for each notification of agtmux, with the title and the message as its last two arguments.
//
// 1. Make a secret that only you may read:
//      (umask 077; openssl rand -hex 32 > ~/.agtmux/hook-secret)
// 2. Add to ~/.agtmux/config.toml, and run 'agtmux daemon restart':
//      [notify.channels.command]
//      kind = "webhook"
//      url = "http://127.0.0.1:7500"
//      secret = "file:~/.agtmux/hook-secret"
// 3. Run: node examples/notify-command.mjs ~/.agtmux/hook-secret 7500 notify-send --
// 4. Try: agtmux notify test command
import { spawn } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [secretFile, port, command, ...words] = process.argv.slice(2);
if (command === undefined) {
  console.error("usage: notify-command.mjs SECRET-FILE PORT COMMAND [ARGUMENT…]");
  process.exit(2);
}
const secret = readFileSync(secretFile, "utf8").trim();
const FIVE_MINUTES_S = 300;
/** agtmux sends a notification again if it did not hear that it arrived; its key is then the same. */
const done = new Set();

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(request.headers["x-agtmux-signature"] ?? "", body)) {
    response.writeHead(401).end("the signature is wrong");
    return;
  }
  const { key, title, message } = JSON.parse(body);
  response.end();
  if (done.has(key)) return;
  done.add(key);
  // an argument is never read as a part of a command line, whatever the agent wrote
  spawn(command, [...words, title, message], { stdio: "inherit" }).on("error", (error) => console.error(error.message));
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening on port ${server.address().port}`));

function isSigned(signature, body) {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || Math.abs(Date.now() / 1000 - Number(time)) > FIVE_MINUTES_S) return false;
  const wanted = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(wanted, Buffer.from(given, "hex"));
}
