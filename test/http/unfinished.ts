import { type Call, requestOf } from "../support/calls.ts"

/** A request whose body the test completes later. */
export const unfinished = (call: Call) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const text = await promise
      try {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      } catch {
        // The handler does not want it any more.
      }
    }
  })
  const request = new Request(requestOf(call), { body })
  return { request, finish: (value: unknown) => resolve(JSON.stringify(value)) }
}
