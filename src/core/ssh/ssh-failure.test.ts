import { describe, expect, it } from "vitest";
import { explainSshFailure, isChannelLost, isChannelRefused } from "./ssh-failure.ts";

const REFUSED = "mux_client_request_session: session request failed: Session open refused by peer\n";
const CHANGED = `@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
Add correct host key in /home/me/.ssh/known_hosts to get rid of this message.
Host key for vm1 has changed and you have requested strict checking.
Host key verification failed.
`;

describe("explainSshFailure", () => {
  it.each([
    [
      "me@vm1: Permission denied (publickey,password).",
      "E_SSH_LOGIN",
      "needs a password or passphrase, which a daemon",
    ],
    [
      "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures",
      "E_SSH_LOGIN",
      "IdentitiesOnly yes",
    ],
    [
      'sign_and_send_pubkey: signing failed for ED25519-SK "/home/me/.ssh/id_ed25519_sk": device not found\nme@vm1: Permission denied (publickey).',
      "E_SSH_LOGIN",
      "wants a touch or a PIN",
    ],
    [
      'sign_and_send_pubkey: signing failed for ED25519 "me@home" from agent: agent refused operation\nme@vm1: Permission denied (publickey).',
      "E_SSH_LOGIN",
      "your ssh-agent refused to sign for vm1",
    ],
    [
      "Permissions 0644 for '/home/me/.ssh/id' are too open.\nme@vm1: Permission denied (publickey).",
      "E_SSH_LOGIN",
      "chmod 600",
    ],
    ["Host key verification failed.", "E_SSH_HOST_KEY", "run `ssh vm1` once and answer yes"],
    [
      "No ED25519 host key is known for vm1 and you have requested strict checking.\r\nHost key verification failed.\r\n",
      "E_SSH_HOST_KEY",
      "does not know the key of vm1 yet",
    ],
    [CHANGED, "E_SSH_HOST_KEY", "is not the one that ssh remembers"],
    [
      "/home/me/.ssh/config: line 3: Bad configuration option: hostnme",
      "E_CONFIG_INVALID",
      "line 3: Bad configuration option",
    ],
    [
      "ssh: Could not resolve hostname vm1: Name or service not known",
      "E_TARGET_UNREACHABLE",
      "no machine is called vm1",
    ],
    ["ssh: connect to host vm1 port 22: Connection refused", "E_TARGET_UNREACHABLE", "no ssh server listens on vm1"],
    ["ssh: connect to host vm1 port 22: Connection timed out", "E_TARGET_UNREACHABLE", "vm1 does not answer"],
    ["Connection timed out during banner exchange", "E_TARGET_UNREACHABLE", "vm1 does not answer"],
    ["Timeout, server vm1 not responding.", "E_TARGET_UNREACHABLE", "vm1 does not answer"],
    ["ssh: connect to host vm1 port 22: No route to host", "E_TARGET_UNREACHABLE", "there is no way to vm1 from here"],
    ["Connection to 10.0.0.1 closed by remote host.", "E_TARGET_UNREACHABLE", "vm1 closed the ssh connection"],
    ["Connection closed by 10.0.0.1 port 22", "E_TARGET_UNREACHABLE", "vm1 closed the ssh connection"],
    ["sh: 2: ssh: not found", "E_SSH_MISSING", "ssh is not installed"],
    ["sh: line 2: ssh: command not found", "E_SSH_MISSING", "ssh is not installed"],
    ["one\nkex: something new\n", "E_TARGET_UNREACHABLE", "ssh cannot reach vm1: kex: something new"],
    ["", "E_TARGET_UNREACHABLE", "the ssh connection to vm1 was lost"],
  ])("[TG6] %j is %s", (stderr, code, words) => {
    const fault = explainSshFailure(stderr, "vm1");
    expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(words)]);
  });

  it("[TG6] a key that has changed is not to be accepted just like that", () => {
    const { message } = explainSshFailure(CHANGED, "vm1");
    expect(message).toContain("Ask whoever runs it");
    expect(message).not.toContain("answer yes");
  });

  it("[TG6] the advice uses the config that was used", () => {
    const { message } = explainSshFailure("Host key verification failed.", "vm1", "/home/me/other");
    expect(message).toContain("run `ssh -F /home/me/other vm1` once");
  });

  it("[TG6] a secret that ssh repeats is not shown", () => {
    const { message } = explainSshFailure("proxy said: password=hunter2hunter2", "vm1");
    expect(message).not.toContain("hunter2");
  });
});

describe("a channel that did not come about", () => {
  it("[TG13] is told apart where the host allows no more of them", () => {
    expect(isChannelRefused(REFUSED)).toBe(true);
    expect(isChannelRefused("channel 2: open failed: administratively prohibited: open failed")).toBe(true);
    expect(isChannelRefused("sh: 1: tmux: not found")).toBe(false);
  });

  it("[TG8] is told apart from a program that failed", () => {
    expect(isChannelLost(REFUSED)).toBe(true);
    expect(isChannelLost("Control socket connect(/tmp/x): Connection refused\n")).toBe(true);
    expect(isChannelLost("kex_exchange_identification: Connection closed by remote host\n")).toBe(true);
    expect(isChannelLost("error connecting to /tmp/tmux-0/default\n")).toBe(false);
  });
});
