import { describe, expect, it } from "vitest";
import { hasRemoteAccounts, originPolicy, otherAccountsIn } from "./other-accounts.ts";

const PASSWD = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
me:x:1000:1000::/home/me:/bin/zsh
`;

describe("who else may take a port here", () => {
  it.each<[string, string, number[], string[]]>([
    ["nobody beside us and root", PASSWD, [0, 1000], []],
    [
      "an account that can log in, though it runs nothing",
      `${PASSWD}other:x:1001:1001::/home/other:/bin/sh\n`,
      [0],
      ["other"],
    ],
    [
      "an account without a shell of its own, which gets sh",
      `${PASSWD}plain:x:1002:1002::/home/plain:\n`,
      [0],
      ["plain"],
    ],
    ["a service that runs", PASSWD, [0, 33, 1000], ["www-data"]],
    ["somebody without an account", PASSWD, [0, 54_321], ["uid 54321"]],
  ])("[SC16] %s", (_what, passwd, uids, others) => {
    expect(otherAccountsIn(passwd, new Set(uids), 1000)).toEqual(others);
  });

  it.each<[string, string, boolean, boolean]>([
    ["Debian's own", "passwd:         files systemd\ngroup: files sss ldap\n", false, false],
    ["no such file", "", false, false],
    ["a remark", "# passwd: ldap\npasswd: files # and not ldap\n", false, false],
    ["LDAP", "passwd: files ldap\n", false, true],
    ["a domain", "passwd:\tcompat [NOTFOUND=return] winbind\n", false, true],
    ["Fedora's own", "passwd: files [SUCCESS=merge] sss systemd\n", false, false],
    ["Fedora's in a domain", "passwd: files sss systemd\n", true, true],
  ])("[SC16] accounts that another machine keeps: %s", (_what, nsswitch, isListening, distant) => {
    expect(hasRemoteAccounts(nsswitch, () => isListening)).toBe(distant);
  });

  it("[SC16] keep and rotate are followed, whoever else has an account here", () => {
    expect([originPolicy("keep").keeps, originPolicy("rotate").keeps]).toEqual([true, false]);
    expect(originPolicy("auto").why).not.toBe("");
  });
});
