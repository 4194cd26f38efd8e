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
import { fillDisk } from "./fill-disk.ts";
import { type Sandbox, until } from "./sandbox.ts";

const MEGABYTES = 24;

/** A separate disk for a sandbox's home, which can be made full or read-only; removed when the test ends. */
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
      // processes with files open on it prevent unmounting
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

  /** Fills the disk to the last byte. */
  fill(): void {
    fillDisk(this.mountPoint);
  }

  free(): void {
    rmSync(join(this.mountPoint, "filler"));
  }

  /**
   * Makes the disk read-only as the kernel does on a disk failure, even with files open. Data written before is synced.
   */
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

  /** Remounts the disk with its content; no process may be using it. */
  async mountAgain(): Promise<void> {
    await this.unmount();
    // use a copy, which is another disk to the kernel: a mount namespace of another test may still hold the old mount
    const copy = `${this.image}-again`;
    copyFileSync(this.image, copy);
    this.image = copy;
    // e2fsck exits with an error code after it has repaired something
    isDone(() => run("e2fsck", "-fy", this.image));
    this.mount();
  }
}

/** Null if a disk can be created, mounted and broken here; otherwise the reason. */
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

/** Processes with a file open in this directory. */
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
