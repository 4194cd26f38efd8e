import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Sandbox, until } from "./sandbox.ts";

const MEGABYTES = 24;

/** A disk of its own for a sandbox's home, which can be full and read-only; gone when the test is. */
export class SmallDisk {
  private image: string;
  private readonly mountPoint: string;

  constructor(box: Sandbox) {
    this.mountPoint = box.home;
    this.image = join(box.dir, "disk");
    mkdirSync(this.mountPoint, { mode: 0o700 });
    makeImage(this.image);
    this.mount();
    onTestFinished(async () => {
      // whatever runs on it holds it
      await box.agtmux(["daemon", "stop"]);
      await this.unmount();
    });
  }

  mount(): void {
    run("mount", "-o", "loop,errors=remount-ro", this.image, this.mountPoint);
    run("chmod", "700", this.mountPoint);
  }

  async unmount(): Promise<void> {
    await until(
      () => isDone(() => run("umount", this.mountPoint)),
      () => `somebody holds the disk: ${holdersOf(this.mountPoint).join(", ")}`,
    );
  }

  /** To the last byte. */
  fill(): void {
    for (const bytes of [1024 * 1024, 4_096, 512, 1]) {
      for (;;) {
        try {
          writeFileSync(join(this.mountPoint, "filler"), Buffer.alloc(bytes), { flag: "a" });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          break;
        }
      }
    }
  }

  free(): void {
    rmSync(join(this.mountPoint, "filler"));
  }

  /** As the kernel does when a disk fails, whoever has files open on it. What had come to the disk is on it. */
  failToReadOnly(): void {
    run("sync", "-f", this.mountPoint);
    const device = /^(\S+) (\S+) /;
    const line = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((each) => device.exec(each)?.[2] === this.mountPoint);
    const name = device
      .exec(line ?? "")?.[1]
      ?.split("/")
      .at(-1);
    writeFileSync(`/sys/fs/ext4/${name}/trigger_fs_error`, "1");
  }

  /** With all that was on it; nobody may be using it. */
  async mountAgain(): Promise<void> {
    await this.unmount();
    // another one to the kernel: whoever copied the mounts while it was there (a namespace of another test) still has the old one
    const copy = `${this.image}-again`;
    copyFileSync(this.image, copy);
    this.image = copy;
    // it fails where it has mended something
    isDone(() => run("e2fsck", "-fy", this.image));
    this.mount();
  }
}

/** Null where a disk can be made, mounted and broken; else why not. */
export const whyNoDisk: string | null = tryOut();

function makeImage(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, MEGABYTES * 1024 * 1024);
  run("mke2fs", "-q", "-F", "-t", "ext4", "-m", "0", "-O", "^has_journal", path);
}

function tryOut(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root may mount a disk";
  const dir = mkdtempSync(join(tmpdir(), "agtmux-disk-"));
  try {
    mkdirSync(join(dir, "at"));
    makeImage(join(dir, "disk"));
    run("mount", "-o", "loop,errors=remount-ro", join(dir, "disk"), join(dir, "at"));
    run("umount", join(dir, "at"));
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Processes with a file open there. */
function holdersOf(directory: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
        const held = open.filter((path) => path.startsWith(directory));
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 80);
        return held.length === 0 ? [] : [`${pid} ${command} (${held.join(", ")})`];
      } catch {
        return [];
      }
    });
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: "pipe", env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
}
