// What tests of limits add to a world: a clock that stands still, and the address that a request comes from.
import { type Call, withHeaders } from "../../support/calls.ts"
import { newWatch, type Watch } from "../../support/world.ts"

/** 15 seconds into a minute: no minute ends during a test, unless the test moves the watch. */
export const midMinute = (): Watch => newWatch("2030-01-01T12:00:15.000Z")

const header = "x-test-address"

/** For the handler's option of this name. */
export const address = (request: Request): string | undefined => request.headers.get(header) ?? undefined

/** The call as it comes from an address. */
export const from = (call: Call, address: string): Call => withHeaders(call, { [header]: address })
