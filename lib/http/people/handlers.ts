import { Effect } from "effect"
import { People } from "../../accounts/people/People.ts"
import type { Person } from "../../accounts/people/Person.ts"
import { Unparsed } from "../../schema/Input.ts"
import { bodyInput, type HandledEndpoint, handle } from "../handle.ts"
import { once } from "../idempotency.ts"
import { acceptDonePage, acceptPage, answeredWithPage } from "../partners/passwordPage.ts"
import * as api from "./api.ts"

const saved = ({ email, id, role, state }: Person) => api.NewPersonAnswer.encode({ id, email, role, state })

export const people: ReadonlyArray<HandledEndpoint> = [
  handle(api.list, function* ({ session: { partnerId } }) {
    const found = yield* (yield* People).list({ partnerId })
    return { message: "People returned successfully", data: found.map(api.PersonAnswer.encode) }
  }),

  handle(api.invite, function* (request) {
    const { body, publicUrl, session } = request
    const link = ({ ecosystem, token }: { readonly ecosystem: string; readonly token: string }) =>
      `${publicUrl}/api/v1/${ecosystem}/partners/staff/accept?token=${token}`
    const invite = (yield* People).invite(new Unparsed(body, { partnerId: session.partnerId, link }))
    const answer = yield* once(request, Effect.map(invite, saved))
    return { message: "Person invited successfully", ...answer }
  }),

  handle(api.changeRole, function* (request) {
    const change = Effect.map((yield* People).changeRole(bodyInput(request)), saved)
    return { message: "Role changed successfully", ...(yield* once(request, change)) }
  }),

  handle(api.remove, function* (request) {
    yield* (yield* People).remove(bodyInput(request))
    return { message: "Person removed successfully", data: {} }
  }),

  // Opening the page does not use up the link, because mail scanners open links.
  handle(api.acceptForm, function* ({ eco, query }) {
    const { token = "" } = query
    const invited = yield* (yield* People).check({ ecosystem: eco, token })
    return acceptPage(invited)({ status: 200, token })
  }),

  handle(api.accept, function* (request) {
    const accept = (yield* People).accept(new Unparsed(request.body, { ecosystem: request.eco }))
    return request.isForm
      ? yield* answeredWithPage(request, accept, { done: acceptDonePage, again: acceptPage() })
      : { message: "Invitation accepted successfully", data: saved(yield* accept) }
  })
]
