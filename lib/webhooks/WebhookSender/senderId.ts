import { createHash, randomBytes } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import { Effect, Predicate } from "effect"

/**
 * The id of a sender names its machine and its process, so that a new sender can recognise the leases of dead senders. It is a UUID of
 * version 8: 6 bytes for the machine, a random part, and 6 bytes for the process id.
 */

const bootIdFile = "/proc/sys/kernel/random/boot_id"
const pidNamespace = "/proc/self/ns/pid"

/** Returns an empty text if `read` throws. */
const textOrEmpty = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ""
  }
}

/**
 * Identifies this machine or container. Two machines can have the same host name. On Linux, the boot id tells machines apart, and the PID
 * namespace tells containers of one machine apart.
 */
const machineOf = (): string => {
  const boot = textOrEmpty(() => readFileSync(bootIdFile, "utf8"))
  const container = textOrEmpty(() => readlinkSync(pidNamespace))
  return createHash("sha256")
    .update(`${textOrEmpty(hostname)} ${boot} ${container}`)
    .digest("hex")
    .replace(/^(.{8})(.{4}).*$/, "$1-$2")
}

const format = /^(.{13})-8.{3}-.{4}-(.{12})$/

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(Predicate.hasProperty(error, "code") && error.code === "ESRCH")
  }
}

export const makeSenderId = Effect.sync(() => {
  const random = randomBytes(4).toString("hex")
  const pid = process.pid.toString(16).padStart(12, "0")
  return `${machineOf()}-8${random.slice(0, 3)}-8${random.slice(3, 6)}-${pid}`
})

/**
 * Returns whether the process of a sender has ended. `isAlone` is true if only this machine can use the database. Then a sender of another
 * machine, container or boot counts as ended. Otherwise such a sender counts as running. A sender with the process id of this process
 * also counts as running, because it can be in another thread.
 */
export const hasEnded = (senderId: string, isAlone: boolean): boolean => {
  const [, machine, pid = ""] = format.exec(senderId) ?? []
  return machine === machineOf() ? !isRunning(Number.parseInt(pid, 16)) : isAlone
}
