import { describe, expect, it } from "vitest";
import { renderLaunchAgent } from "./launch-agent.ts";
import { SERVICE_MARK, type ServicePlan } from "./service-plan.ts";
import { renderSystemdUnit } from "./systemd-unit.ts";

const PLAN: ServicePlan = {
  command: ["/opt/my $tools 100%/bin/agtmux", "daemon", "run", "$x"],
  environment: { PATH: "/usr/bin:/a b", AGTMUX_HOME: '/home/ü "me" & <you>\\' },
  errors: "/home/me/daemon.err",
  inUse: 11,
};

describe("the file of the service", () => {
  it("[DM30] for systemd starts the daemon again with growing pauses, and leaves what it has started alone", () => {
    const unit = renderSystemdUnit(PLAN, 255);
    expect(unit.split("\n")).toEqual([
      `# ${SERVICE_MARK}`,
      "[Unit]",
      "Description=agtmux daemon",
      "Documentation=man:agtmux(1)",
      "StartLimitIntervalSec=0",
      "",
      "[Service]",
      'ExecStart="/opt/my $tools 100%%/bin/agtmux" daemon run "$$x"',
      'Environment="PATH=/usr/bin:/a b"',
      'Environment="AGTMUX_HOME=/home/ü \\"me\\" & <you>\\\\"',
      "Restart=on-failure",
      "RestartSec=1",
      "RestartSteps=6",
      "RestartMaxDelaySec=60",
      "RestartPreventExitStatus=11",
      expect.stringMatching(/^# /),
      "KillMode=process",
      "OOMPolicy=continue",
      expect.stringMatching(/^# /),
      "NotifyAccess=all",
      "",
      "[Install]",
      "WantedBy=default.target",
      "",
    ]);
  });

  it("[DM30] for a systemd without growing pauses names none", () => {
    const unit = renderSystemdUnit(PLAN, 253);
    expect(unit).toContain("\nRestartSec=5\nRestartPreventExitStatus=11\n");
    expect(unit).not.toContain("RestartSteps");
  });

  it("[DM30] for launchd starts the daemon at login and after every failure, with its words escaped", () => {
    const text = renderLaunchAgent(PLAN, "agtmux");
    expect(text).toContain(`<!-- ${SERVICE_MARK} -->`);
    expect(text).toContain(
      "<array>\n    <string>/opt/my $tools 100%/bin/agtmux</string>\n    <string>daemon</string>\n    <string>run</string>",
    );
    expect(text).toContain('<key>AGTMUX_HOME</key>\n    <string>/home/ü "me" &amp; &lt;you&gt;\\</string>');
    expect(text).toContain("<key>KeepAlive</key>\n  <dict>\n    <key>SuccessfulExit</key>\n    <false/>");
    expect(text).toContain("<key>RunAtLoad</key>\n  <true/>");
    expect(text).toContain("<key>StandardErrorPath</key>\n  <string>/home/me/daemon.err</string>");
  });
});
