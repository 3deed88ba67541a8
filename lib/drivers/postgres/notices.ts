import { Effect } from "effect"
import { Client, type ClientConfig } from "pg"
import type { Notices } from "../../sql/Notices.ts"
import { onRealTime } from "../../sql/RealTime.ts"

/** The first pause before a new attempt to connect, in milliseconds. It doubles after each failed attempt, up to `longestPause`. */
const firstPause = 100

const longestPause = 30_000

/** Listens on a new connection until the connection is lost. Returns false if it could not connect. */
const listenOnce = (
  config: ClientConfig,
  channel: string,
  onNotice: (payload: string) => void,
  cut: AbortSignal | undefined
) =>
  Effect.async<boolean>((resume) => {
    const client = new Client(config)
    let connected = false
    const ended = () => resume(Effect.succeed(connected))
    const end = () => void client.end().catch(() => undefined)
    // An `error` event without a listener would end the process.
    client.on("error", ended)
    client.on("end", ended)
    client.on("notification", ({ payload }) => {
      if (payload !== undefined) onNotice(payload)
    })
    cut?.addEventListener("abort", end)
    client
      .connect()
      .then(() => client.query(`LISTEN ${channel}`))
      .then(
        () => {
          connected = true
        },
        () => {
          end()
          ended()
        }
      )
    return Effect.promise(() => {
      cut?.removeEventListener("abort", end)
      return client.end().catch(() => undefined)
    }).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))
  })

/** Listens on a connection outside of the pool, because a listener never returns its connection. */
export const makeNotices = (config: ClientConfig, cut: AbortSignal | undefined): Notices => ({
  listen: (channel, onNotice) => {
    const listening = (pause: number): Effect.Effect<never> =>
      Effect.flatMap(
        Effect.suspend(() =>
          cut?.aborted === true ? Effect.never : listenOnce(config, channel, onNotice, cut)
        ),
        (connected) => {
          const wait = connected ? firstPause : pause
          return Effect.delay(listening(Math.min(wait * 2, longestPause)), wait * (0.5 + Math.random() / 2))
        }
      )
    return listening(firstPause).pipe(onRealTime, Effect.interruptible, Effect.forkScoped, Effect.asVoid)
  }
})
