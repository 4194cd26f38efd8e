import { SERVICE_MARK, type ServicePlan } from "./service-plan.ts";

/** The first version of systemd whose pauses between starts can grow. */
const GROWING_PAUSES = 254;

/** The text of a unit for `systemctl --user`. */
export function renderSystemdUnit({ command, environment, inUse }: ServicePlan, version: number): string {
  const [program, ...words] = command;
  const pauses =
    version >= GROWING_PAUSES ? ["RestartSec=1", "RestartSteps=6", "RestartMaxDelaySec=60"] : ["RestartSec=5"];
  return `${[
    `# ${SERVICE_MARK}`,
    "[Unit]",
    "Description=agtmux daemon",
    "Documentation=man:agtmux(1)",
    "StartLimitIntervalSec=0",
    "",
    "[Service]",
    // a dollar sign means a variable in arguments, but not in the program's path
    `ExecStart=${[quote(program), ...words.map((word) => quote(word).replaceAll("$", "$$$$"))].join(" ")}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    "Restart=on-failure",
    ...pauses,
    `RestartPreventExitStatus=${inUse}`,
    "# a tmux server that 'agtmux spawn' has started outlives the daemon, and so does the daemon an agent without memory",
    "KillMode=process",
    "OOMPolicy=continue",
    "# 'agtmux daemon restart' keeps the port: the next daemon gets it from this one, and becomes the service",
    "NotifyAccess=all",
    "",
    "[Install]",
    "WantedBy=default.target",
  ].join("\n")}\n`;
}

/** A percent sign starts a specifier everywhere in a unit. */
function quote(word: string): string {
  const escaped = word.replaceAll("%", "%%");
  if (/^[\w@%+=:,./-]+$/.test(escaped)) return escaped;
  return `"${escaped.replaceAll(/[\\"]/g, "\\$&")}"`;
}
