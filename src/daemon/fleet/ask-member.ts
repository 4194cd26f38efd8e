import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import type { MemberRequest } from "../../core/protocol/fleet/member-request.ts";
import { askAgain } from "./ask-again.ts";
import type { FleetLink } from "./fleet-link.ts";
import { actionSubject } from "./fleet-subjects.ts";

interface Asked {
  member: string;
  request: MemberRequest;
  timeoutMs: number;
}

/** Sends a request to another member; throws if it does not answer. `link` is null without a connection. */
export async function askMember(
  link: FleetLink | null,
  own: Asker,
  { member, request, timeoutMs }: Asked,
): Promise<string> {
  const away = (why: string) => new Fault("E_TARGET_UNREACHABLE", `${member} does not answer: ${why}`, { member });
  if (link === null) throw away("there is no connection to the fleet's server");
  const text = JSON.stringify(request);
  if (Buffer.byteLength(text) > link.maxBytes)
    throw new Fault("E_INVALID_INPUT", `this is larger than the fleet's server takes (${link.maxBytes} bytes)`);
  try {
    return await askAgain((ms) => link.request(actionSubject(member, own), text, ms), timeoutMs);
  } catch (error) {
    throw away(/no responders/i.test(messageOf(error)) ? "it is not connected" : messageOf(error));
  }
}
