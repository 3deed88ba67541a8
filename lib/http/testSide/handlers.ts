import { Effect } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { TestSides } from "../../accounts/testSides/TestSides.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type HandledEndpoint, handle, type PartnerRequest, personOf } from "../handle.ts"
import { once } from "../idempotency.ts"
import { loggedIn } from "../partners/handlers.ts"
import * as api from "./api.ts"

/**
 * Returns the request in the name of the live partner. The answer under its idempotency key is then stored with the live partner, and
 * outlives the test side.
 */
const ofLive = (request: PartnerRequest): PartnerRequest => ({
  ...request,
  session: { ...request.session, partnerId: request.session.accountId }
})

const live = ({ session }: PartnerRequest) => ({ partnerId: session.accountId })

export const testSide: ReadonlyArray<HandledEndpoint> = [
  handle(api.create, function* (request) {
    const made = Effect.map((yield* TestSides).create(live(request)), api.TestSideAnswer.encode)
    return { message: "Test side made successfully", ...(yield* once(ofLive(request), made)) }
  }),

  handle(api.get, function* (request) {
    const found = yield* (yield* TestSides).get(live(request))
    return { message: "Test side returned successfully", data: api.TestSideAnswer.encode(found) }
  }),

  handle(api.empty, function* (request) {
    const emptied = Effect.map((yield* TestSides).empty(live(request)), api.TestSideAnswer.encode)
    return { message: "Test side emptied successfully", ...(yield* once(ofLive(request), emptied)) }
  }),

  handle(api.clock, function* (request) {
    const moved = (yield* TestSides).moveClock(new Unparsed(request.body, live(request)))
    const answer = yield* once(ofLive(request), Effect.map(moved, api.TestSideAnswer.encode))
    return { message: "Clock moved successfully", ...answer }
  }),

  handle(api.token, function* ({ session }) {
    return loggedIn(yield* (yield* Sessions).exchange({ ...personOf(session), id: session.id }))
  })
]
