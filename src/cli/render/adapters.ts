import { BY_DOCUMENTATION } from "../../core/doctor/tried-version.ts";
import type { AdapterItem, AdapterList } from "../../core/protocol/daemon/adapters.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["", "NAME", "AGENT", "STATUS", "RUNNING", "LAST EVENT", "TELLS"];

const TELLS: Record<keyof AdapterItem["capabilities"], string> = {
  event_driven: "events",
  supports_waiting_approval: "approval",
  supports_waiting_input: "input",
  supports_completed: "completed",
  polling_required: "(its screen is watched)",
};

/** One line per adapter; read failures on separate lines. */
export function renderAdapters({ items, generated_at }: AdapterList, { colour }: Look): string {
  const rows = items.map((item) => rowOf(item, generated_at));
  const [header = [], ...lines] = table([HEAD, ...rows], null);
  const body = items.flatMap((item, index) => {
    const [sign = "", name = "", label = "", status = "", ...rest] = lines[index] ?? [];
    const shade = LOOKS[statusOf(item)].colour;
    const line = [paint(sign, shade, colour), name, label, paint(status, shade, colour), ...rest].join("  ").trimEnd();
    return [line, ...unknownScreens(item)];
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body].join("\n");
}

type Status = "enabled" | "disabled" | "incompatible";

const LOOKS: Record<Status, { sign: string; colour: string }> = {
  enabled: { sign: "✓", colour: "32" },
  disabled: { sign: "–", colour: "90" },
  incompatible: { sign: "✗", colour: "31" },
};

function statusOf({ compatible, enabled }: AdapterItem): Status {
  if (!compatible) return "incompatible";
  return enabled ? "enabled" : "disabled";
}

function rowOf(item: AdapterItem, now: number): string[] {
  const { running, last_event } = item.health;
  const status = statusOf(item);
  const able = Object.entries(TELLS).filter(([capability]) => item.capabilities[capability as keyof typeof TELLS]);
  return [
    LOOKS[status].sign,
    item.name,
    item.label,
    status === "incompatible" ? `incompatible (${item.contract})` : status,
    String(running),
    last_event === null ? "-" : `${shortAge(now - last_event.at)} ago, ${last_event.source}`,
    [...able.map(([, word]) => word), ...(item.by_documentation ? [`(${BY_DOCUMENTATION})`] : [])].join(" "),
  ];
}

function unknownScreens({ health }: AdapterItem): string[] {
  return health.unknown_screens.map(({ version, count }) => {
    const of = version === null ? "version not known" : `version ${plain(version)}`;
    return `   unknown screens: ${count} (${of})`;
  });
}
