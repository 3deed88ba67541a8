import type { Deadlines, Requester, RequestSlots, ShareLimits } from "./run.ts"
import { makeShares } from "./shares.ts"

/** An answer of up to this many characters is sent whole. The operating system buffers it, even if its caller does not read. */
const largestWhole = 16_384
/** The size of a part in bytes. */
const partSize = 65_536

export interface LargeAnswerOptions {
  /** The maximum number of bytes in answers that callers have not read. */
  readonly limits: ShareLimits
  readonly slots: Pick<RequestSlots, "hold">
  /** An answer is cut if its caller reads nothing until the deadline. Each part that is read starts a new deadline. */
  readonly deadlines: Deadlines
}

export interface LargeAnswer {
  readonly body: ReadableStream<Uint8Array>
  readonly length: number
}

const nothing = new Uint8Array()

/**
 * Sends large answers in parts. The server asks for the next part when the operating system has accepted the previous one. Until all
 * parts are accepted, the answer holds a slot of its partner and its address, and its bytes are counted. When there are too many
 * bytes, the oldest answers are cut.
 */
export const makeLargeAnswers = ({ deadlines, limits, slots }: LargeAnswerOptions) => {
  const share = makeShares(limits)
  const encoder = new TextEncoder()

  const send = (who: Requester, whole: Uint8Array): ReadableStream<Uint8Array> => {
    let bytes = whole
    let sent = 0
    const held: Array<() => void> = []
    let stopTimer = () => {}
    const end = (): void => {
      stopTimer()
      for (const giveBack of held.splice(0)) giveBack()
      bytes = nothing
    }
    const cut = (controller: ReadableStreamDefaultController<Uint8Array>) => () => {
      end()
      controller.error(new Error("the answer was cut, because its caller did not read it"))
    }
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          held.push(slots.hold(who), share(who, whole.byteLength, cut(controller)))
          stopTimer = deadlines.add(cut(controller))
        },
        pull: (controller) => {
          if (sent === bytes.byteLength) {
            end()
            controller.close()
            return
          }
          stopTimer()
          stopTimer = deadlines.add(cut(controller))
          const from = sent
          sent = Math.min(from + partSize, bytes.byteLength)
          controller.enqueue(bytes.subarray(from, sent))
        },
        cancel: end
      },
      { highWaterMark: 0 }
    )
  }

  /** Returns undefined if the answer is small. */
  return (who: Requester, text: string): LargeAnswer | undefined => {
    if (text.length <= largestWhole) return undefined
    const bytes = encoder.encode(text)
    return { body: send(who, bytes), length: bytes.byteLength }
  }
}
