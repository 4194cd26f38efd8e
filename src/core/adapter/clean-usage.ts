import type { UsageNews } from "../protocol/events/usage-news.ts";
import { redactText } from "../redact/redact.ts";

const LONGEST_ID = 200;
const LONGEST_MODEL = 80;

/** Cleans the texts of it for storing: they come from an agent's files. */
export function cleanUsage({ call, model, ...numbers }: UsageNews): UsageNews {
  return {
    ...numbers,
    ...(model !== undefined && { model: cleanModel(model) }),
    ...(call !== undefined && {
      call: { ...call, id: call.id.slice(0, LONGEST_ID), model: call.model === null ? null : cleanModel(call.model) },
    }),
  };
}

function cleanModel(name: string): string {
  return redactText(name.slice(0, LONGEST_MODEL)).replaceAll(/\p{Cc}/gu, "");
}
