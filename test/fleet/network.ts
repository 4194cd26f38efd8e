import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

const SUBNET = "10.214.0";
const SWITCH = "switch";
/** The suite's own address: it reaches every machine, whatever is cut. */
const OWN_ADDRESS = `${SUBNET}.254`;
/** No machine has it: what is sent there is lost. */
const NOWHERE = "02:61:67:ff:ff:ff";

/** A machine on the suite's network: a network namespace, which ends with the process that holds it. */
export interface Machine {
  name: string;
  address: string;
  /** Words before a command that runs it there. */
  enter: string[];
}

/**
 * Machines on one switch. It is in the network namespace of this process, which must be its own: everything is gone
 * when the process ends.
 */
export class Network {
  private readonly machines: (Machine & { holder: ChildProcess; mac: string })[] = [];

  constructor() {
    ip([
      "link set lo up",
      `link add ${SWITCH} type bridge`,
      `addr add ${OWN_ADDRESS}/24 dev ${SWITCH}`,
      `link set ${SWITCH} up`,
    ]);
  }

  async add(name: string): Promise<Machine> {
    const number = this.machines.length + 1;
    const holder = spawn("unshare", ["--net", "sh", "-c", "echo up; exec cat"], { stdio: ["pipe", "pipe", "inherit"] });
    await once(holder.stdout, "data");
    const enter = ["nsenter", `--net=/proc/${holder.pid}/ns/net`];
    const mac = `02:61:67:00:00:${number.toString(16).padStart(2, "0")}`;
    const machine = { name, address: `${SUBNET}.${number}`, enter, holder, mac };
    ip([
      `link add cable${number} type veth peer name eth0 address ${mac} netns ${holder.pid}`,
      `link set cable${number} master ${SWITCH} up`,
    ]);
    ip(["link set lo up", `addr add ${machine.address}/24 dev eth0`, "link set eth0 up"], enter);
    this.machines.push(machine);
    return machine;
  }

  /** Loses every packet between the two sides, without telling anybody. */
  cut(one: readonly Machine[], other: readonly Machine[]): void {
    this.point(one, other, () => NOWHERE);
    this.point(other, one, () => NOWHERE);
  }

  heal(): void {
    for (const machine of this.machines)
      this.point(
        [machine],
        this.machines.filter((each) => each !== machine),
        ({ mac }) => mac,
      );
  }

  dispose(): void {
    for (const { holder } of this.machines) holder.kill("SIGKILL");
  }

  private point(from: readonly Machine[], to: readonly Machine[], macOf: (machine: { mac: string }) => string): void {
    const known = this.machines.filter((each) => to.some(({ name }) => name === each.name));
    const lines = known.map((each) => `neigh replace ${each.address} lladdr ${macOf(each)} nud permanent dev eth0`);
    for (const { enter } of from) ip(lines, enter);
  }
}

function ip(lines: readonly string[], enter: readonly string[] = []): void {
  const [program = "", ...args] = [...enter, "ip", "-batch", "-"];
  execFileSync(program, args, { input: `${lines.join("\n")}\n`, stdio: ["pipe", "pipe", "pipe"] });
}
