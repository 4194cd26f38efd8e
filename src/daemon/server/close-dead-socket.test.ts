import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import { closeDeadSocket } from "./close-dead-socket.ts";

/** A socket with this many bytes buffered for the client. */
function waiting(bytes: number) {
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: bytes,
    terminated: false,
    terminate: () => {
      socket.terminated = true;
      socket.emit("close");
    },
  });
  let closed = 0;
  closeDeadSocket(socket as unknown as WebSocket, () => {
    closed += 1;
  });
  return { socket, closed: () => closed };
}

it.each(["ping", "message"])(
  "[SC7] a client that sends one %s after the other and reads nothing is cut off",
  (kind) => {
    const patient = waiting(1024 * 1024);
    patient.socket.emit(kind, Buffer.from("x"));
    expect(patient.socket.terminated).toBe(false);
    patient.socket.emit("close");
    const greedy = waiting(33 * 1024 * 1024);
    greedy.socket.emit(kind, Buffer.from("x"));
    expect([greedy.socket.terminated, greedy.closed()]).toEqual([true, 1]);
  },
);
