import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RunningProgram } from "../executor/executor.ts";
import type { PipeEnd } from "../machine/pipe-end.ts";
import { ChannelEnd } from "./channel-end.ts";
import { FilterEnd } from "./filter-end.ts";
import { FloodGauge } from "./flood-gauge.ts";
import { LineChannel } from "./line-channel.ts";

/** The other end of a link: what it writes arrives here, when it likes. */
class Link extends EventEmitter implements RunningProgram {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly exitCode = null;
  readonly signalCode = null;
  readonly killed = false;

  kill(): boolean {
    return true;
  }

  async arrives(text: string): Promise<void> {
    this.stdout.write(text);
    await turn();
  }
}

interface Opened {
  end: PipeEnd;
  /** As the pipe's command writes these lines. */
  sent(lines: string): string;
}

const KINDS: Record<string, (link: Link) => Promise<Opened>> = {
  "passes all": async (link) => {
    const making = ChannelEnd.make(() => link, new FloodGauge());
    // the empty line says that there is a writer
    await link.arrives("/run/all.1\n\n");
    return { end: await making, sent: (lines) => lines };
  },
  "is filtered": async (link) => {
    const channel = new LineChannel(() => link);
    await link.arrives("/run/lines.1 grep\n");
    await channel.ready;
    const end = new FilterEnd(channel, "%1");
    const name = end.path.split(":")[1];
    return { end, sent: (lines) => lines.replace(/^(?=.)/gm, `${name}:`) };
  },
};

it.each(Object.entries(KINDS))(
  "[TX8] what a replaced pipe over ssh brings later than it was waited for is not read again: one that %s",
  async (_, open) => {
    const link = new Link();
    const { end, sent } = await open(link);
    const heard: string[] = [];
    end.start(
      (bytes) => heard.push(Buffer.from(bytes).toString()),
      (why) => heard.push(why),
    );
    await link.arrives(sent("before schmux\n"));
    const drained = end.drained(50);
    await link.arrives(sent("on its way schmux\n"));
    await drained;
    await link.arrives(sent("late schmux\nlater schmux\n"));
    link.emit("close", 0, null);
    await turn();
    expect(heard).toEqual(["before schmux\n", "on its way schmux\n"]);
  },
);
