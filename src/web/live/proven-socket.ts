/** A web socket that connects after the daemon has proven itself; if it fails to, the socket closes without opening. */
export class ProvenSocket {
  onmessage: WebSocket["onmessage"] = null;
  onclose: (() => void) | null = null;
  binaryType: BinaryType = "blob";
  private socket: WebSocket | null = null;
  private isOver = false;

  constructor(path: string, protocols: readonly string[], pass: () => Promise<string | null>) {
    pass().then(
      (shown) => this.isOver || this.open(path, [...protocols, ...(shown === null ? [] : [`agtmux.key.${shown}`])]),
      () => this.end(),
    );
  }

  get readyState(): number {
    return this.isOver ? WebSocket.CLOSED : (this.socket?.readyState ?? WebSocket.CONNECTING);
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    this.socket?.send(data);
  }

  close(): void {
    this.socket?.close();
    if (this.socket === null) this.end();
  }

  private open(path: string, protocols: string[]) {
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")), protocols);
    socket.binaryType = this.binaryType;
    socket.onmessage = (event) => this.onmessage?.call(socket, event);
    socket.onclose = () => this.end();
    this.socket = socket;
  }

  private end() {
    if (this.isOver) return;
    this.isOver = true;
    this.onclose?.();
  }
}
