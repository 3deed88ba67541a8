import { setTimeout as sleep } from "node:timers/promises"
import type { Handler } from "../lib/entries/http.ts"
import type { Log } from "./log.ts"
import type { Server } from "./platform.ts"
import type { Telemetry } from "./telemetry.ts"

export interface StopOptions {
  readonly log: Log
  readonly server: Pick<Server, "stop">
  readonly handler: Handler
  readonly close: () => Promise<void>
  readonly telemetry: Telemetry | undefined
  /** Milliseconds for which the service still accepts requests while it reports that it is not ready. */
  readonly delay: number
  /** Milliseconds that requests in flight have to finish. */
  readonly patience: number
}

/** Stops gracefully on the first SIGTERM or SIGINT, and at once on the second. The result returns whether it is stopping. */
export const stopOnSignal = (options: StopOptions): (() => boolean) => {
  const { log, server, handler, close, telemetry, delay, patience } = options
  let stopping = false

  const answered = async (): Promise<boolean> => {
    // server.stop waits for all answers, and a stream of events ends only when it is drained.
    handler.drain()
    await server.stop()
    await handler.dispose()
    return true
  }

  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    log.info(`${signal}: finishing the requests in flight`)
    if (delay > 0) await sleep(delay)
    const clean = await Promise.race([answered(), sleep(patience).then(() => false)])
    // `close` has its own deadline. An error of it is only logged, because the process ends anyway.
    const fault = await close().then(
      () => undefined,
      (error: unknown) => error
    )
    if (fault !== undefined) log.error(`closing failed: ${String(fault)}`)
    // After the engine, so that the engine's last spans are also sent.
    await telemetry?.close()
    if (clean) log.info("stopped")
    else log.warn("stopped, with requests that did not end")
    process.exit(clean ? 0 : 1)
  }

  process.on("SIGTERM", () => void stop("SIGTERM"))
  process.on("SIGINT", () => void stop("SIGINT"))
  return () => stopping
}
