import { SERVICE_MARK, type ServicePlan } from "./service-plan.ts";

/** The text of a launch agent for macOS. */
export function renderLaunchAgent({ command, environment, errors }: ServicePlan, label: string): string {
  const variables = Object.entries(environment).flatMap(([name, value]) => [key(name, 2), string(value, 2)]);
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${SERVICE_MARK} -->`,
    '<plist version="1.0">',
    "<dict>",
    key("Label"),
    string(label),
    key("ProgramArguments"),
    "  <array>",
    ...command.map((word) => string(word, 2)),
    "  </array>",
    key("EnvironmentVariables"),
    "  <dict>",
    ...variables,
    "  </dict>",
    key("RunAtLoad"),
    "  <true/>",
    key("KeepAlive"),
    "  <dict>",
    key("SuccessfulExit", 2),
    "    <false/>",
    "  </dict>",
    // launchd's own pause between two starts; it does not grow
    key("ThrottleInterval"),
    "  <integer>10</integer>",
    // a tmux server that 'agtmux spawn' has started outlives the daemon
    key("AbandonProcessGroup"),
    "  <true/>",
    key("StandardErrorPath"),
    string(errors),
    "</dict>",
    "</plist>",
  ].join("\n")}\n`;
}

function key(name: string, level = 1): string {
  return `${"  ".repeat(level)}<key>${escapeXml(name)}</key>`;
}

function string(value: string, level = 1): string {
  return `${"  ".repeat(level)}<string>${escapeXml(value)}</string>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
