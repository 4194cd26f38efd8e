import { asFault } from "../../core/protocol/base/fault.ts";
import type { UninstallReport } from "../../core/protocol/daemon/uninstall.ts";

/** Collects what was removed and what was left. */
export class Removal {
  readonly removed: string[] = [];
  readonly left: UninstallReport["left"] = [];

  /** Each thing once, however many ways led to it. */
  told(): Pick<UninstallReport, "removed" | "left"> {
    return {
      removed: [...new Set(this.removed)],
      left: [...new Map(this.left.map((each) => [each.what, each])).values()],
    };
  }

  /** Runs one part; a failure leaves that part and stops no other. */
  async attempt(what: string, how: string, part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.left.push({ what: `${what}: ${asFault(error).message}`, how });
    }
  }
}
