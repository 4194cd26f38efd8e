import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Reader, typesOf, type Value, Writer } from "./dbus-wire.ts";

/** One `Notify` call as a notification daemon receives it. */
export interface Shown {
  app: string;
  replaces: number;
  title: string;
  body: string;
  hints: Record<string, Value>;
}

export interface Desktop {
  /** For the process that sends notifications. */
  environment: NodeJS.ProcessEnv;
  shown: Shown[];
}

const CALL = 1;
const ANSWER = 2;
const FIELD = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const;

/** A real session bus for the test, with no services on it. */
export async function sessionBus(): Promise<{ socket: string; environment: NodeJS.ProcessEnv }> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bus-"));
  const socket = join(dir, "bus");
  const config = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${socket}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;
  writeFileSync(join(dir, "bus.conf"), config);
  const args = [`--config-file=${join(dir, "bus.conf")}`, "--nofork", "--nopidfile", "--print-address"];
  const bus = spawn("dbus-daemon", args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => {
    bus.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  });
  await new Promise((ready, fail) => {
    bus.once("error", fail);
    bus.stdout.once("data", ready);
  });
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
  return { socket, environment: { ...environment, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } };
}

/** A bus with a notification service: a peer that speaks the wire protocol and records the notifications. */
export async function desktop(): Promise<Desktop> {
  const { socket, environment } = await sessionBus();
  const shown: Shown[] = [];
  await new Promise<void>((ready, fail) => {
    const peer = connect(socket);
    onTestFinished(() => void peer.destroy());
    peer.once("error", fail);
    serve(peer, shown, ready);
  });
  return { environment, shown };
}

function serve(peer: Socket, shown: Shown[], onReady: () => void): void {
  let heard = Buffer.alloc(0);
  let isIn = false;
  let serial = 0;
  const say = (type: number, fields: [number, string, string | number][], signature: string, body: Buffer) => {
    serial += 1;
    peer.write(messageOf(type, serial, fields, signature, body));
  };
  const ask = (member: string, signature: string, body: Buffer) =>
    say(
      CALL,
      [
        [FIELD.path, "o", "/org/freedesktop/DBus"],
        [FIELD.interface, "s", "org.freedesktop.DBus"],
        [FIELD.member, "s", member],
        [FIELD.destination, "s", "org.freedesktop.DBus"],
      ],
      signature,
      body,
    );
  peer.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString("hex")}\r\n`);
  peer.on("data", (chunk) => {
    heard = Buffer.concat([heard, chunk]);
    if (!isIn) {
      if (!heard.includes("\r\n")) return;
      isIn = true;
      heard = Buffer.alloc(0);
      peer.write("BEGIN\r\n");
      ask("Hello", "", Buffer.alloc(0));
      ask("RequestName", "su", new Writer().string("org.freedesktop.Notifications").u32(0).done());
    }
    for (let message = takeMessage(heard); message !== null; message = takeMessage(heard)) {
      heard = heard.subarray(message.length);
      if (message.type === ANSWER && message.fields[FIELD.replySerial] === 2) onReady();
      if (message.type !== CALL) continue;
      const [signature, body] = answerTo(String(message.fields[FIELD.member]), message.body, shown);
      const to = String(message.fields[FIELD.sender]);
      say(
        ANSWER,
        [
          [FIELD.replySerial, "u", message.serial],
          [FIELD.destination, "s", to],
        ],
        signature,
        body,
      );
    }
  });
}

function answerTo(member: string, body: Value[], shown: Shown[]): [signature: string, body: Buffer] {
  switch (member) {
    case "GetServerInformation":
      return [
        "ssss",
        ["test", "agtmux", "1", "1.2"].reduce((writer, word) => writer.string(word), new Writer()).done(),
      ];
    case "GetCapabilities":
      return ["as", new Writer().strings(["body", "body-markup"]).done()];
    case "Notify": {
      const [app, replaces, , title, text, , hints] = body as [string, number, string, string, string, Value, Value];
      shown.push({ app, replaces, title, body: text, hints: hints as Shown["hints"] });
      return ["u", new Writer().u32(replaces === 0 ? shown.length + 40 : replaces).done()];
    }
    default:
      return ["", Buffer.alloc(0)];
  }
}

function messageOf(
  type: number,
  serial: number,
  fields: [number, string, string | number][],
  signature: string,
  body: Buffer,
) {
  const list = new Writer();
  const all = signature === "" ? fields : [...fields, [FIELD.signature, "g", signature] as [number, string, string]];
  for (const [code, kind, value] of all) {
    list.align(8).byte(code).signature(kind);
    if (kind === "g") list.signature(String(value));
    else if (kind === "u") list.u32(Number(value));
    else list.string(String(value));
  }
  const head = new Writer().byte("l".charCodeAt(0)).byte(type).byte(0).byte(1).u32(body.length).u32(serial);
  return head.u32(list.done().length).add(list.done()).align(8).add(body).done();
}

interface Message {
  type: number;
  serial: number;
  fields: Record<number, Value>;
  body: Value[];
  length: number;
}

function takeMessage(bytes: Buffer): Message | null {
  if (bytes.length < 16) return null;
  const bodyLength = bytes.readUInt32LE(4);
  const headLength = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8;
  const length = headLength + bodyLength;
  if (bytes.length < length) return null;
  const list = new Reader(bytes, 12).read("a(yv)") as [number, Value][];
  const fields = Object.fromEntries(list);
  const reader = new Reader(bytes.subarray(headLength, length));
  const body = typesOf(String(fields[FIELD.signature] ?? "")).map((type) => reader.read(type));
  return { type: bytes.readUInt8(1), serial: bytes.readUInt32LE(8), fields, body, length };
}
