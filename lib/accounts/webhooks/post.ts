import { Duration, Effect, Either } from "effect"
import { now } from "../../rewards/clock.ts"
import { OutboundFailed } from "../outbound/connection.ts"
import { makeCrowd } from "../outbound/crowd.ts"
import { type Answer, ask, exchange, Pinned, type Question } from "../outbound/exchange.ts"
import { makeKept } from "../outbound/kept.ts"
import { makeOutbound, type OutboundOptions } from "../outbound/Outbound.ts"
import { type Target, targetOf } from "../outbound/target.ts"
import { signatureHeaders } from "./signature.ts"
import type { SigningWebhook } from "./statements.ts"

export interface PostOptions extends OutboundOptions {
  /** The time limit of one attempt, from name resolution to the end of the answer. Default: 10 seconds. */
  readonly patience?: Duration.DurationInput | undefined
}

/** The outcome of one attempt. */
export interface Attempt {
  readonly delivered: boolean
  readonly at: Date
  readonly status: number | null
  readonly answer: string | null
  readonly error: string | null
  /** In milliseconds. */
  readonly duration: number
  readonly retryAfter: string | undefined
}

type Receiver = Pick<SigningWebhook, "id" | "url" | "secret" | "previousSecret" | "previousSecretUntil">

const maxAnswer = 1024
/** Look-ups of host names of one webhook at once: they cannot be cancelled. */
const maxLookups = 32

const reading = { maxBytes: maxAnswer, brokenOff: "broke off its answer, or did not answer in HTTP" }

/** Cleans text that a remote server sent: removes NUL, and replaces what is not UTF-8. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll("\u0000", "")

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const errorOf = (status: number): string | null => {
  if (isSuccess(status)) return null
  return status >= 300 && status < 400
    ? `answered ${status}: redirects are not followed`
    : `answered ${status}: it must answer 200 to 299`
}

/** The secrets that sign at a moment, the newest first. */
export const secretsAt = (
  { previousSecret, previousSecretUntil, secret }: Receiver,
  at: Date
): ReadonlyArray<string> =>
  previousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil
    ? [secret, previousSecret]
    : [secret]

/** Sends signed requests to the addresses of webhooks, which are not trusted: see `Outbound`. */
export const makePost = (options: PostOptions = {}) =>
  Effect.gen(function* () {
    const { allowLoopback = false } = options
    const patience = Duration.decode(options.patience ?? "10 seconds")
    const outbound = yield* makeOutbound(options)
    const kept = makeKept()
    yield* Effect.addFinalizer(() => Effect.sync(kept.close))
    const crowd = makeCrowd(
      maxLookups,
      () => new OutboundFailed({ reason: "has too many look-ups of its host name under way" })
    )

    /** The agent lets go of the connection a moment after the end of the answer. Calls back when the next request can have it. */
    const putBack = (name: string, agent: Pinned, { reusable }: Answer, callback: () => void): void => {
      if (!reusable) agent.socket.destroy()
      setImmediate(() => {
        if (reusable) kept.put(name, agent)
        callback()
      })
    }

    const onNew = (name: string, target: Target, question: Question) =>
      crowd(name, (keep) =>
        outbound(target, keep, (socket, hold) => {
          const agent = new Pinned(socket, true)
          return Effect.tap(exchange(agent, target, question, reading), (answer) => {
            hold()
            return Effect.uninterruptible(
              Effect.async<void>((resume) => putBack(name, agent, answer, () => resume(Effect.void)))
            )
          })
        })
      )

    const late = () =>
      new OutboundFailed({ reason: `did not answer within ${Duration.toSeconds(patience)} seconds` })

    /**
     * Almost every request goes this way, so it takes one timer and no fiber. Calls back with undefined where the receiver has
     * closed the connection: it may have done so at the same moment, and the request then goes out on a new one.
     */
    const onKept = (agent: Pinned, name: string, target: Target, question: Question, millis: number) =>
      Effect.async<Answer | undefined, OutboundFailed>((resume) => {
        const drop = () => {
          clearTimeout(timer)
          agent.socket.destroy()
        }
        const timer = setTimeout(() => {
          resume(Effect.fail(late()))
          drop()
        }, millis)
        ask(agent, target, question, reading, (told) => {
          if (Either.isLeft(told)) {
            drop()
            return resume(Effect.succeed(undefined))
          }
          clearTimeout(timer)
          putBack(name, agent, told.right, () => resume(told))
        })
        return Effect.sync(drop)
      })

    const send = (receiver: Receiver, question: Question, started: number) => {
      const target = targetOf(receiver.url, allowLoopback)
      if (Either.isLeft(target)) return Effect.fail(new OutboundFailed({ reason: target.left }))
      const name = `${receiver.id} ${receiver.url}`
      const fresh = Effect.suspend(() =>
        Effect.timeoutFail(onNew(name, target.right, question), {
          duration: Math.max(0, Duration.toMillis(patience) - (performance.now() - started)),
          onTimeout: late
        })
      )
      const agent = kept.take(name)
      if (agent === undefined) return fresh
      return Effect.flatMap(
        onKept(agent, name, target.right, question, Duration.toMillis(patience)),
        (answer) => (answer === undefined ? fresh : Effect.succeed(answer))
      )
    }

    return (receiver: Receiver, id: string, body: Uint8Array): Effect.Effect<Attempt> =>
      Effect.flatMap(now, (at) => {
        const started = performance.now()
        const headers = {
          "content-type": "application/json",
          ...signatureHeaders({ id, at, body, secrets: secretsAt(receiver, at) })
        }
        const ended = (of: Pick<Attempt, "status" | "answer" | "error" | "retryAfter">): Attempt => ({
          ...of,
          delivered: of.error === null,
          at,
          duration: Math.round(performance.now() - started)
        })
        return Effect.match(send(receiver, { method: "POST", headers, body }, started), {
          onFailure: ({ reason }) =>
            ended({ status: null, answer: null, error: `url ${reason}`, retryAfter: undefined }),
          onSuccess: ({ body, headers, status }) =>
            ended({
              status,
              answer: textOf(body),
              error: errorOf(status),
              retryAfter: headers["retry-after"]
            })
        })
      })
  })
