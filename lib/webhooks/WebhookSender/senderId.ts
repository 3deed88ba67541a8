import { createHash, randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { Effect, Predicate } from "effect"

/**
 * The id of a sender names its machine and its process, so that a sender that starts can recognise the leases of a dead one. It is a
 * UUID of version 8: 6 bytes for the machine, a random part, and 6 bytes for the number of the process.
 */

const bootIdFile = "/proc/sys/kernel/random/boot_id"

/** Returns an empty text if the runtime does not allow the call. */
const textOr = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ""
  }
}

/** Two machines can have one host name. The boot id, which Linux has, tells them apart. */
const machineOf = (): string =>
  createHash("sha256")
    .update(`${textOr(hostname)} ${textOr(() => readFileSync(bootIdFile, "utf8"))}`)
    .digest("hex")
    .replace(/^(.{8})(.{4}).*$/, "$1-$2")

const format = /^(.{13})-8.{3}-.{4}-(.{12})$/

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(Predicate.hasProperty(error, "code") && error.code === "ESRCH")
  }
}

/** The ids of the senders that run in this process. */
const running = new Set<string>()

/** Makes the id of a new sender, which runs until the scope closes. */
export const makeSenderId = Effect.acquireRelease(
  Effect.sync(() => {
    const random = randomBytes(4).toString("hex")
    const pid = process.pid.toString(16).padStart(12, "0")
    const id = `${machineOf()}-8${random.slice(0, 3)}-8${random.slice(3, 6)}-${pid}`
    running.add(id)
    return id
  }),
  (id) => Effect.sync(() => running.delete(id))
)

/** Whether a sender has ended. `isAlone` says that no sender of another machine uses the database. */
export const hasEnded = (senderId: string, isAlone: boolean): boolean => {
  if (running.has(senderId)) return false
  const [, machine, pid = ""] = format.exec(senderId) ?? []
  if (machine !== machineOf()) return isAlone
  const number = Number.parseInt(pid, 16)
  // A process with the number of this one was an earlier process, because the senders of this one are known.
  return number === process.pid || !isRunning(number)
}
