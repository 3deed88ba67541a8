import { setTimeout as sleep } from "node:timers/promises"
import type { Handler } from "../lib/http.ts"
import type { Log } from "./log.ts"
import type { Server } from "./platform.ts"
import type { Telemetry } from "./telemetry.ts"

export interface StopOptions {
  readonly log: Log
  readonly server: Pick<Server, "stop">
  readonly handler: Handler
  readonly close: () => Promise<void>
  readonly telemetry: Telemetry | undefined
  /** Milliseconds between not being ready any more and not accepting any more. */
  readonly delay: number
  /** Milliseconds that the requests in flight get. */
  readonly patience: number
}

/** Stops gracefully at SIGTERM or SIGINT, and at once at the second. Returns whether it is stopping. */
export const stopOnSignal = (options: StopOptions): (() => boolean) => {
  const { log, server, handler, close, telemetry, delay, patience } = options
  let stopping = false

  const answered = async (): Promise<boolean> => {
    // The server waits for all answers, and a stream of events would never end by itself.
    handler.drain()
    await server.stop()
    await handler.dispose()
    return true
  }

  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    log.info(`${signal}: finishing what is in flight`)
    if (delay > 0) await sleep(delay)
    const clean = await Promise.race([answered(), sleep(patience).then(() => false)])
    // Closing has a deadline of its own. What it fails with is too late to act on, but not to report.
    const fault = await close().then(
      () => undefined,
      (error: unknown) => error
    )
    if (fault !== undefined) log.error(`closing has failed: ${String(fault)}`)
    // After the engine, so that its last spans are sent, too.
    await telemetry?.close()
    if (clean) log.info("stopped")
    else log.warn("stopped, with requests that did not end")
    process.exit(clean ? 0 : 1)
  }

  process.on("SIGTERM", () => void stop("SIGTERM"))
  process.on("SIGINT", () => void stop("SIGINT"))
  return () => stopping
}
