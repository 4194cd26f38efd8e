import { setTimeout as sleep } from "node:timers/promises";
import { ARRIVE_MS } from "./arrive-ms.ts";

/** After that the member refuses what it does not know yet. */
const AGAIN_MS = ARRIVE_MS + 1_000;

/**
 * The first answer to a request that is sent again every now and then until one comes. Servers lose requests when they
 * lose each other, and members that are killed never answer: a request that comes again tells how the first one went,
 * or that it never arrived. It is never done twice (FL20).
 */
export async function askAgain(
  send: (timeoutMs: number) => Promise<string>,
  timeoutMs: number,
  againMs = AGAIN_MS,
): Promise<string> {
  const over = new AbortController();
  const answers: Promise<string>[] = [];
  const sendFor = (ms: number) => {
    const answer = send(ms);
    answer.catch(() => undefined);
    answers.push(answer);
  };
  try {
    for (let left = timeoutMs; ; left -= againMs) {
      sendFor(left);
      const pause = sleep(Math.min(againMs, left), null, { signal: over.signal });
      pause.catch(() => undefined);
      const answer = await Promise.race([...answers, pause]);
      if (answer !== null) return answer;
      if (left <= againMs) return await Promise.race(answers);
    }
  } finally {
    over.abort();
  }
}
