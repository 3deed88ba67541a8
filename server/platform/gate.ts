import type { Fetch } from "../platform.ts"

/** Requests that come before `open` wait for it. */
export const makeGate = () => {
  const { promise, resolve } = Promise.withResolvers<Fetch>()
  let answer: Fetch = async (request) => (await promise)(request)
  return {
    fetch: (request: Request) => answer(request),
    open: (fetch: Fetch): void => {
      answer = fetch
      resolve(fetch)
    }
  }
}
