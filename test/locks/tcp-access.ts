import { type Answer, type Ask, ask, letIn, portOf, tokenOf } from "../support/http.ts";
import { publishedOpenApi } from "../support/openapi.ts";
import type { Sandbox } from "../support/sandbox.ts";

/** A path of the document as somebody asks for it who has read nothing else. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  isSocket: boolean;
}

/** Every operation of the published document; what is in braces gets a word that fits nothing. */
export function operations(): Operation[] {
  return Object.entries(publishedOpenApi().paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, told]) => ({
      name: `${method} ${pattern}`,
      method: method.toUpperCase(),
      path: pattern.replace(/\{\w+\}/g, "nobody"),
      isSocket: told["x-websocket"] !== undefined,
    })),
  );
}

/** The daemon's port, and all that opens it: the token, a device's key and its cookie. */
export async function tcpAccess(box: Sandbox) {
  const status = await box.status();
  const [port, token] = [portOf(status), tokenOf(status)];
  const { key, cookie } = await letIn(status.dashboard);
  return { port, token, key, cookie, tcp: (request: Ask) => ask({ port }, request) };
}

/** Status and code of a refusal; of anything else its status alone. */
export function outcome({ status, text }: Pick<Answer, "status" | "text">): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === "string" ? `${status} ${code}` : String(status);
  } catch {
    return String(status);
  }
}
