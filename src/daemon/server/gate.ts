import { Fault } from "../../core/protocol/fault.ts";
import { cookieName, cookieOf, cookieSecret, isOurHost, isOurOrigin, sameSecret } from "./auth.ts";

export interface GateRequest {
  host: string | null | undefined;
  origin: string | null | undefined;
  cookie: string | null | undefined;
  authorization: string | null | undefined;
  /** Whether it only looks. */
  reads: boolean;
}

/** What a TCP request must show before anything is answered: our name, our origin, the token or its cookie. */
export function refusal(request: GateRequest, token: string, port: number): { status: 401 | 403; fault: Fault } | null {
  const foreign = foreignness(request, port);
  if (foreign !== null) return { status: 403, fault: foreign };
  const bearer = request.authorization?.replace(/^Bearer\s+/i, "");
  if (sameSecret(bearer, token)) return null;
  const isPage = sameSecret(cookieOf(request.cookie, port), cookieSecret(token));
  if (isPage && request.reads) return null;
  if (isPage)
    return {
      status: 403,
      fault: new Fault("E_UNAUTHORIZED", "the page may look and not act: act by the agtmux command"),
    };
  return {
    status: 401,
    fault: new Fault("E_UNAUTHORIZED", "open the link that 'agtmux daemon status' prints: it carries the key"),
  };
}

export function foreignness({ host, origin }: GateRequest, port: number): Fault | null {
  if (!isOurHost(host, port)) return new Fault("E_FORBIDDEN_ORIGIN", `"${host ?? ""}" is not a name of this daemon`);
  if (!isOurOrigin(origin, port)) return new Fault("E_FORBIDDEN_ORIGIN", `requests from ${origin} are not answered`);
  return null;
}

export function sessionCookie(token: string, port: number): string {
  return `${cookieName(port)}=${cookieSecret(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`;
}
