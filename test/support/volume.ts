// A small file system of its own. The process that has mounted it waits for this one to end, in whatever way, and removes it.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"

export interface Volume {
  readonly folder: string
  /** Leaves no free byte. */
  readonly fill: () => void
  readonly empty: () => void
  /** No process may have a file open for writing when it becomes read-only. */
  readonly setWritable: (writable: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** Why there is no volume here. */
export interface NoVolume {
  readonly missing: string
}

const megabyte = 1024 * 1024

const fillFile = (path: string): void => {
  const file = openSync(path, "w")
  for (const chunk of [megabyte, 4096, 1]) {
    try {
      // Less than all of it is written where the space ends.
      while (writeSync(file, Buffer.alloc(chunk)) === chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
    }
  }
  closeSync(file)
}

export const openVolume = async (megabytes: number): Promise<Volume | NoVolume> => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-volume-"))
  const script = `mount -t tmpfs -o size=${megabytes}m laurel "$1" || exit 1
    echo ready
    cat
    umount -l "$1" && rmdir "$1"`
  // Its own process group, so that it outlives a runner that ends the group of this process.
  const keeper = spawn("sh", ["-c", script, "sh", folder], { detached: true, stdio: "pipe" })
  let complaint = ""
  keeper.stderr.on("data", (chunk) => (complaint += chunk))
  const ready = once(createInterface({ input: keeper.stdout }), "line").then(() => true)
  const ended = once(keeper, "exit").then(() => false)
  if (!(await Promise.race([ready, ended]))) {
    rmSync(folder, { recursive: true, force: true })
    return { missing: `no tmpfs can be mounted here, which needs root: ${complaint.trim()}` }
  }
  const filler = join(folder, "filler")
  return {
    folder,
    fill: () => fillFile(filler),
    empty: () => rmSync(filler, { force: true }),
    setWritable: async (writable) => {
      await promisify(execFile)("mount", ["-o", `remount,${writable ? "rw" : "ro"}`, folder])
    },
    close: async () => {
      keeper.stdin.end()
      await ended
    }
  }
}
