import { Effect } from "effect"
import { Client, type ClientConfig } from "pg"
import type { Notices } from "../../sql/Notices.ts"
import { onRealTime } from "../../sql/RealTime.ts"

/**
 * The first pause between attempts to connect, in milliseconds. The pause doubles after each failed attempt, up to `longestPause`. After a
 * connection was lost, the first pause applies again. Each pause is shortened at random, by at most half.
 */
const firstPause = 100

const longestPause = 30_000

/** Opens a connection and listens on it until it is lost. Returns false if it could not listen. */
const listenOnce = (
  config: ClientConfig,
  channel: string,
  onNotice: (payload: string) => void,
  cut: AbortSignal | undefined
) =>
  Effect.async<boolean>((resume) => {
    const client = new Client(config)
    let connected = false
    const finish = () => resume(Effect.succeed(connected))
    const end = () => void client.end().catch(() => undefined)
    // An `error` event without a listener would end the process.
    client.on("error", finish)
    client.on("end", finish)
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
          finish()
        }
      )
    return Effect.promise(() => {
      cut?.removeEventListener("abort", end)
      return client.end().catch(() => undefined)
    }).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))
  })

/**
 * Listens on a connection outside of the pool, because a listener never returns its connection. When `cut` is aborted, the connection is
 * closed, and no new one is opened.
 */
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
