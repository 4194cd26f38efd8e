import { gatherAudit, type ToldAudit } from "../../core/fleet/gather-audit.ts";
import { gatherUsage, type ToldUsage } from "../../core/fleet/gather-usage.ts";
import { isJsonBody } from "../../core/fleet/json-body.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { AuditEntry, type AuditList } from "../../core/protocol/actions/actions.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { MemberItem } from "../../core/protocol/fleet/fleet.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import { UsageList } from "../../core/protocol/lists/usage.ts";
import type { AskedHere } from "./asked-here.ts";

const ASK_MS = 5_000;

export interface GatheringDeps {
  ownName: string;
  members(): readonly MemberItem[];
  /** Throws if the member does not answer. */
  ask(member: string, asked: AskedHere): Promise<MemberResponse>;
}

/** Lists that have a part of every member that tells it; the others are named with the reason. */
export class Gathering {
  private readonly deps: GatheringDeps;

  constructor(deps: GatheringDeps) {
    this.deps = deps;
  }

  async usage(own: UsageList, asked: Pick<AskedHere, "path" | "user">): Promise<UsageList> {
    // every version can group by agent, and of a member only the sum is listed then
    const path = own.by === "member" ? asked.path.replace(/\bby=member\b/, "by=agent") : asked.path;
    const told = await this.askAll({ ...asked, path }, (name, answer): ToldUsage => {
      const list = UsageList.safeParse(answer);
      return list.success ? { name, list: list.data } : { name, error: UNREADABLE };
    });
    return gatherUsage(
      own,
      this.deps.ownName,
      told.map(({ name, error, value }) => value ?? { name, error }),
    );
  }

  async audit(own: AuditList, asked: Pick<AskedHere, "path" | "user">): Promise<AuditList> {
    const told = await this.askAll(asked, (name, answer): ToldAudit => {
      const items = isJsonBody(answer) && Array.isArray(answer.items) ? answer.items : null;
      if (items === null) return { name, error: UNREADABLE, items: [] };
      const known = items.map((item) => AuditEntry.safeParse(item));
      return { name, error: null, items: known.flatMap(({ success, data }) => (success ? [data] : [])) };
    });
    return gatherAudit(
      own,
      this.deps.ownName,
      told.map(({ name, error, value }) => value ?? { name, error, items: [] }),
    );
  }

  private async askAll<T>(asked: Pick<AskedHere, "path" | "user">, read: (name: string, answer: unknown) => T) {
    const others = this.deps.members().filter(({ is_own }) => !is_own);
    return Promise.all(
      others.map(async ({ name, health }) => {
        try {
          if (health !== "ok") throw new Fault("E_TARGET_UNREACHABLE", `${name} is ${health.replace("_", " ")}`);
          const request = { ...asked, method: "GET", body: null, timeoutMs: ASK_MS } as const;
          const { status, body } = await this.deps.ask(name, request);
          const answer = parseJson(body);
          const refusal = status === 200 ? null : ErrorBody.safeParse(answer);
          if (refusal === null) return { name, error: UNREADABLE, value: read(name, answer) };
          return { name, error: refusal.success ? refusal.data : UNREADABLE, value: null };
        } catch (error) {
          const fault = error instanceof Fault ? error : new Fault("E_INTERNAL", messageOf(error));
          return { name, error: fault.toBody(), value: null };
        }
      }),
    );
  }
}

const UNREADABLE = new Fault("E_INTERNAL", "its answer cannot be read").toBody();
