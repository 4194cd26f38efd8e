import type { DoctorCheck, DoctorReport } from "../../core/protocol/daemon/targets.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain } from "./words.ts";

const LOOKS: Record<DoctorCheck["status"], { sign: string; colour: string }> = {
  ok: { sign: "✓", colour: "32" },
  warning: { sign: "!", colour: "33" },
  failed: { sign: "✗", colour: "31" },
};

/** Lists every check with its finding, then the steps that fix what was found. */
export function renderDoctor({ checks }: Pick<DoctorReport, "checks">, { colour }: Look): string {
  const rows = checks.map(({ status, name, found }) => [LOOKS[status].sign, plain(name), plain(found)]);
  const [header = [], ...lines] = table([["", "CHECK", "FOUND"], ...rows], null);
  const body = lines.map(([sign = "", ...rest], index) => {
    const status = checks[index]?.status ?? "ok";
    return [paint(sign, LOOKS[status].colour, colour), ...rest].join("  ").trimEnd();
  });
  const advice = checks.flatMap((check) =>
    check.advice === null
      ? []
      : [
          `${paint(LOOKS[check.status].sign, LOOKS[check.status].colour, colour)}  ${plain(check.name)}: ${plain(check.advice)}`,
        ],
  );
  const text = [paint(header.join("  ").trimEnd(), "1", colour), ...body];
  return (advice.length === 0 ? text : [...text, "", ...advice]).join("\n");
}
