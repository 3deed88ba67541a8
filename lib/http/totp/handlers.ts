import { Forbidden } from "../../accounts/Errors.ts"
import { SecondFactors } from "../../accounts/secondFactor/SecondFactors.ts"
import { invalid, Unparsed } from "../../schema/Input.ts"
import { type HandledEndpoint, handle, personOf } from "../handle.ts"
import * as api from "./api.ts"

// These answers are not stored under idempotency keys, because two of them contain secrets.
export const totp: ReadonlyArray<HandledEndpoint> = [
  handle(api.start, function* (request) {
    const setup = yield* (yield* SecondFactors).start(personOf(request.session))
    return { message: "Secret made successfully, it is shown only now", data: setup }
  }),

  handle(api.confirm, function* (request) {
    const input = new Unparsed(request.body, personOf(request.session))
    const codes = yield* (yield* SecondFactors).confirm(input)
    return { message: "The second factor is on, its recovery codes are shown only now", data: codes }
  }),

  handle(api.remove, function* (request) {
    const factors = yield* SecondFactors
    const { body, session } = request
    const caller = personOf(session)
    if (!("id" in body)) {
      yield* factors.remove(new Unparsed(body, caller))
    } else if (!session.scopes.has("staff")) {
      return yield* new Forbidden({ reason: "only an owner may remove the second factor of others" })
    } else if (body.id === caller.personId) {
      return yield* invalid("id", "must be another person's: send otp to remove your own")
    } else {
      const { partnerId } = caller
      yield* factors.removeOf(new Unparsed(body, { partnerId }))
    }
    return { message: "Second factor removed successfully", data: {} }
  })
]
