import type { ErrorCode } from "../protocol/base/error-codes.ts";
import { Fault } from "../protocol/base/fault.ts";
import { redactText } from "../redact/redact.ts";

/** Explains ssh's error output to a person, with what to do about it. */
export function explainSshFailure(stderr: string, host: string, sshConfig: string | null = null): Fault {
  const ssh = sshConfig === null ? "ssh" : `ssh -F ${sshConfig}`;
  for (const { pattern, code, explain } of FAILURES) {
    if (pattern.test(stderr))
      return new Fault(code, explain({ host, ssh, line: firstLine(stderr, pattern) }), { host });
  }
  const last = redactText(stderr.trimEnd().split(/\r?\n/).at(-1) ?? "").trim();
  const words = last === "" ? `the ssh connection to ${host} was lost` : `ssh cannot reach ${host}: ${last}`;
  return new Fault("E_TARGET_UNREACHABLE", words, { host });
}

/** The host keeps the connection but refuses another channel on it (MaxSessions in its sshd_config). */
export function isChannelRefused(stderr: string): boolean {
  return /Session open refused by peer|administratively prohibited/i.test(stderr);
}

/** ssh itself failed, not the remote command: there is no channel without its master. */
export function isChannelLost(stderr: string): boolean {
  return (
    isChannelRefused(stderr) ||
    /^(mux_client_|Control socket connect|(kex|ssh)_exchange_identification:|Connection closed by UNKNOWN port)/m.test(
      stderr,
    )
  );
}

interface Failed {
  host: string;
  ssh: string;
  /** The line of ssh's output that matched. */
  line: string;
}

const AGAIN = "then connect again";

/** The first match counts: causes that a person can fix come before their consequences. */
const FAILURES: readonly { pattern: RegExp; code: ErrorCode; explain(failed: Failed): string }[] = [
  {
    pattern: /\bssh: (command )?not found|ssh: inaccessible or not found/,
    code: "E_SSH_MISSING",
    explain: () => "ssh is not installed: install it with your system's packages (apt-get install openssh-client)",
  },
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED|POSSIBLE DNS SPOOFING/,
    code: "E_SSH_HOST_KEY",
    explain: ({ host, ssh }) =>
      `the key of ${host} is not the one that ssh remembers: the machine was installed anew, or something else answers in its place. Ask whoever runs it for its key; only if it is right remove the old one from known_hosts, run \`${ssh} ${host}\` once, ${AGAIN}`,
  },
  {
    pattern: /REVOKED HOST KEY|host key .* is revoked/i,
    code: "E_SSH_HOST_KEY",
    explain: ({ host }) =>
      `the key of ${host} has been revoked in your known_hosts: do not connect before you know why`,
  },
  {
    pattern: /Host key verification failed|host key is known for .* strict checking/,
    code: "E_SSH_HOST_KEY",
    explain: ({ host, ssh }) =>
      `ssh does not know the key of ${host} yet: run \`${ssh} ${host}\` once and answer yes, ${AGAIN}`,
  },
  {
    pattern: /Confirm user presence|device not found|user verification|signing failed for .*-SK/i,
    code: "E_SSH_LOGIN",
    explain: ({ host }) =>
      `the key for ${host} is on a security key that wants a touch or a PIN, which a daemon cannot give: use a key without it, or load one into your ssh-agent, ${AGAIN}`,
  },
  {
    pattern: /agent refused operation/,
    code: "E_SSH_LOGIN",
    explain: ({ host }) =>
      `your ssh-agent refused to sign for ${host}: it is locked, or it wants a confirmation. Unlock it, ${AGAIN}`,
  },
  {
    pattern: /UNPROTECTED PRIVATE KEY FILE|Permissions \d+ for .* are too open/,
    code: "E_SSH_LOGIN",
    explain: ({ host }) => `ssh ignores the key for ${host} because others can read it: chmod 600 the key, ${AGAIN}`,
  },
  {
    pattern: /Too many authentication failures/,
    code: "E_SSH_LOGIN",
    explain: ({ host }) =>
      `${host} hung up after too many keys: name the right one in your ssh config (IdentityFile, and IdentitiesOnly yes), ${AGAIN}`,
  },
  {
    pattern: /Permission denied|No more authentication methods|password has expired/i,
    code: "E_SSH_LOGIN",
    explain: ({ host }) =>
      `ssh to ${host} needs a password or passphrase, which a daemon cannot type: set up a key (ssh-copy-id ${host}) or load it into your ssh-agent, ${AGAIN}`,
  },
  {
    pattern:
      /Bad configuration option|bad configuration options|Can't open user config file|Bad owner or permissions on/,
    code: "E_CONFIG_INVALID",
    explain: ({ line }) => `your ssh config does not work: ${line}`,
  },
  {
    pattern: /Could not resolve hostname/,
    code: "E_TARGET_UNREACHABLE",
    explain: ({ host }) => `no machine is called ${host}: neither your ssh config nor the name service knows it`,
  },
  {
    pattern: /Connection refused/,
    code: "E_TARGET_UNREACHABLE",
    explain: ({ host }) => `no ssh server listens on ${host} (connection refused)`,
  },
  {
    pattern: /No route to host|Network is unreachable|Host is down/,
    code: "E_TARGET_UNREACHABLE",
    explain: ({ host }) => `there is no way to ${host} from here: is it switched on, and is the network or VPN up?`,
  },
  {
    pattern: /timed out|Timeout, server .* not responding/i,
    code: "E_TARGET_UNREACHABLE",
    explain: ({ host }) => `${host} does not answer (timed out)`,
  },
  {
    pattern: /closed by remote host|^Connection (closed|reset) by|Connection reset by peer|Broken pipe/m,
    code: "E_TARGET_UNREACHABLE",
    explain: ({ host }) => `${host} closed the ssh connection`,
  },
];

function firstLine(stderr: string, pattern: RegExp): string {
  const line = stderr.split(/\r?\n/).find((each) => pattern.test(each)) ?? "";
  return redactText(line).trim();
}
