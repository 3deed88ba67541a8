import { createHmac, randomBytes } from "node:crypto"
import { Duration, Effect, Either } from "effect"
import { makeIdleConnections } from "../outbound/idleConnections.ts"
import {
  makeOutbound,
  OutboundFailed,
  type OutboundOptions,
  type Target,
  targetOf
} from "../outbound/Outbound.ts"
import {
  type Answer,
  ConnectionAgent,
  type OutboundRequest,
  sendRequest,
  startRequest
} from "../outbound/request.ts"
import { now } from "../rewards/clock.ts"
import { isTestSide } from "../rewards/partners/testSide.ts"
import type { receiverColumns } from "./tables.ts"
import type { SigningWebhook } from "./webhookRows.ts"

export interface PostOptions extends OutboundOptions {
  /** The time limit of one attempt, from name resolution to the end of the answer. Default: 10 seconds. */
  readonly patience?: Duration.DurationInput | undefined
}

/** The result of one attempt. */
export interface Attempt {
  readonly delivered: boolean
  /** When the attempt began. */
  readonly at: Date
  readonly status: number | null
  readonly answer: string | null
  readonly error: string | null
  /** How long the attempt took, in milliseconds. */
  readonly duration: number
  /** The `Retry-After` header of the answer. */
  readonly retryAfter: string | undefined
}

type Receiver = Pick<SigningWebhook, (typeof receiverColumns)[number]>

const secretPrefix = "whsec_"

/** Makes a signing secret in the form of Standard Webhooks: a prefix, and 32 random bytes in base64. */
export const newSigningSecret = (): string => secretPrefix + randomBytes(32).toString("base64")

/** Returns the secrets with which a request is signed at this time, the newest first. */
const secretsAt = (
  { previousSecret, previousSecretUntil, secret }: Receiver,
  at: Date
): ReadonlyArray<string> =>
  previousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil
    ? [secret, previousSecret]
    : [secret]

/** Returns the headers of Standard Webhooks. The timestamp is the time of the attempt, in seconds. */
const signatureHeaders = (receiver: Receiver, id: string, at: Date, body: Uint8Array) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secretsAt(receiver, at).map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`
  })
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" ")
  }
}

const maxAnswer = 1024
const reading = { maxBytes: maxAnswer, brokenOff: "broke off its answer, or did not answer in HTTP" }

/** Decodes text that a remote server sent. Removes NUL, and replaces bytes that are not UTF-8. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll("\u0000", "")

/** Returns what is wrong with the status of an answer; null if the event was delivered. */
const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `answered ${status}: redirects are not followed`
    : `answered ${status}: it must answer 200 to 299`
}

/** Sends signed requests to the URLs of webhooks. The URLs are not trusted: see `makeOutbound`. */
export const makeSignedPost = (options: PostOptions = {}) =>
  Effect.gen(function* () {
    const { allowLoopback = false } = options
    const patience = Duration.decode(options.patience ?? "10 seconds")
    const outbound = yield* makeOutbound(options)
    const idle = makeIdleConnections()
    yield* Effect.addFinalizer(() => Effect.sync(idle.closeAll))

    /**
     * After an answer, stores the connection as idle if it can be reused, and otherwise closes it. `setImmediate` waits until the
     * agent has released the connection.
     */
    const putBack = (key: string, agent: ConnectionAgent, { reusable }: Answer, callback: () => void) => {
      if (!reusable) agent.socket.destroy()
      setImmediate(() => {
        if (reusable) idle.put(key, agent)
        callback()
      })
    }

    const sendOnNew = (partnerId: string, key: string, target: Target, request: OutboundRequest) =>
      outbound(partnerId, target, (socket, keepOpen) => {
        const agent = new ConnectionAgent(socket, true)
        return Effect.tap(sendRequest(agent, target, request, reading), (answer) => {
          keepOpen()
          return Effect.uninterruptible(
            Effect.async<void>((resume) => putBack(key, agent, answer, () => resume(Effect.void)))
          )
        })
      })

    const timedOut = () =>
      new OutboundFailed({ reason: `did not answer within ${Duration.toSeconds(patience)} seconds` })

    /**
     * Sends a request on an idle connection. Fails after a time-out. Returns undefined after any other failure, for example if the
     * receiver has closed the connection. The caller then uses a new connection.
     */
    const sendOnIdle = (agent: ConnectionAgent, key: string, target: Target, request: OutboundRequest) =>
      Effect.async<Answer | undefined, OutboundFailed>((resume) => {
        const close = () => {
          clearTimeout(timer)
          agent.socket.destroy()
        }
        const timer = setTimeout(() => {
          resume(Effect.fail(timedOut()))
          close()
        }, Duration.toMillis(patience))
        startRequest(agent, target, request, reading, (result) => {
          if (Either.isLeft(result)) {
            close()
            return resume(Effect.succeed(undefined))
          }
          clearTimeout(timer)
          putBack(key, agent, result.right, () => resume(result))
        })
        return Effect.sync(close)
      })

    const send = (partnerId: string, receiver: Receiver, request: OutboundRequest, started: number) => {
      const target = targetOf(receiver.url, allowLoopback)
      if (Either.isLeft(target)) return Effect.fail(new OutboundFailed({ reason: target.left }))
      const key = `${receiver.id} ${receiver.url}`
      const onNew = Effect.suspend(() =>
        Effect.timeoutFail(sendOnNew(partnerId, key, target.right, request), {
          duration: Math.max(0, Duration.toMillis(patience) - (performance.now() - started)),
          onTimeout: timedOut
        })
      )
      const agent = idle.take(key)
      if (agent === undefined) return onNew
      return Effect.flatMap(sendOnIdle(agent, key, target.right, request), (answer) =>
        answer === undefined ? onNew : Effect.succeed(answer)
      )
    }

    return (partnerId: string, receiver: Receiver, id: string, body: Uint8Array): Effect.Effect<Attempt> =>
      Effect.flatMap(now, (at) => {
        const started = performance.now()
        const signed = { "content-type": "application/json", ...signatureHeaders(receiver, id, at, body) }
        const headers = isTestSide(partnerId) ? { ...signed, "laurel-test-side": "true" } : signed
        const attempt = (result: Pick<Attempt, "status" | "answer" | "error" | "retryAfter">): Attempt => ({
          ...result,
          delivered: result.error === null,
          at,
          duration: Math.round(performance.now() - started)
        })
        return Effect.match(send(partnerId, receiver, { method: "POST", headers, body }, started), {
          onFailure: ({ reason }) =>
            attempt({ status: null, answer: null, error: `url ${reason}`, retryAfter: undefined }),
          onSuccess: ({ body, headers, status }) =>
            attempt({
              status,
              answer: textOf(body),
              error: errorOf(status),
              retryAfter: headers["retry-after"]
            })
        })
      })
  })
