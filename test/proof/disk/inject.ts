// Makes system calls of a running process fail, with strace.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"

/** Why calls cannot be made to fail here; undefined where they can. */
export const missingStrace = (): string | undefined => {
  const { error, status } = spawnSync("strace", ["-o", "/dev/null", "true"])
  if (error !== undefined) return "no strace here"
  return status === 0 ? undefined : "strace is not allowed to trace here"
}

const isTraced = (pid: number): boolean =>
  /^TracerPid:\s*[1-9]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))

export interface Injection {
  /** The calls work again. */
  readonly end: () => Promise<void>
}

/** From now on these calls of the process and its threads fail with an error. */
export const inject = async (pid: number, calls: string, error: string): Promise<Injection> => {
  const args = ["-f", "-q", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", `inject=${calls}:error=${error}`]
  const tracer: ChildProcess = spawn("strace", [...args, "-p", String(pid)], { stdio: "ignore" })
  const ended = once(tracer, "exit")
  let gone = false
  void ended.then(() => {
    gone = true
  })
  while (!isTraced(pid)) {
    if (gone) throw new Error(`strace could not attach to ${pid}`)
    await Bun.sleep(5)
  }
  return {
    end: async () => {
      tracer.kill("SIGINT")
      await ended
    }
  }
}
