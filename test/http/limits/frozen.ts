// Helpers for tests of rate limits: a clock that stands still, and the caller's address.
import { type Call, withHeaders } from "../../support/calls.ts"
import { newWatch, type Watch } from "../../support/world.ts"

/** 15 seconds into a minute, so that no minute ends during a test unless the test moves the clock. */
export const midMinute = (): Watch => newWatch("2030-01-01T12:00:15.000Z")

const header = "x-test-address"

/** For the handler's `address` option. */
export const address = (request: Request): string | undefined => request.headers.get(header) ?? undefined

/** The call, coming from this address. */
export const from = (call: Call, address: string): Call => withHeaders(call, { [header]: address })
