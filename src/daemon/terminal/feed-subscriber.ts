import type { Fault } from "../../core/protocol/base/fault.ts";
import type { BootstrapReason } from "../../core/protocol/terminal/terminal.ts";
import type { ScreenFacts } from "../../core/terminal/screen-capture.ts";

/** The messages to a viewer. */
export interface FeedSubscriber {
  /** A fresh screen and its offset in the stream. */
  bootstrap(reason: BootstrapReason, start: Start): void;
  /** Output with byte offsets, numbered before any queue. */
  output(frame: Uint8Array, offset: number, length: number): void;
  interrupted(fault: Fault): void;
  closed(fault: Fault): void;
}

export interface Start {
  stream: string;
  offset: number;
  facts: ScreenFacts;
  bytes: Uint8Array;
}
