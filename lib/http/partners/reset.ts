import { Effect } from "effect"
import { Resets } from "../../accounts/resets/Resets.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type Handled, handle } from "../handle.ts"
import { forgotPassword, resetForm, resetPassword } from "./api.ts"
import { resetDonePage, resetPage } from "./resetPage.ts"

export const resets: ReadonlyArray<Handled> = [
  handle(
    forgotPassword,
    Effect.fnUntraced(function* ({ body, eco, publicUrl }) {
      const resets = yield* Resets
      const link = (token: string) => `${publicUrl}/api/v1/${eco}/partners/reset-password?token=${token}`
      yield* resets.forgot(new Unparsed({ ...body, ecosystem: eco, link }))
      return { message: "If a partner has this e-mail address, a link is on its way to it", data: {} }
    })
  ),

  // It does not use the link: programs that scan mails follow links.
  handle(
    resetForm,
    Effect.fnUntraced(function* ({ eco, query }) {
      const resets = yield* Resets
      const { token = "" } = query
      yield* resets.check({ ecosystem: eco, token })
      return resetPage({ status: 200, token })
    })
  ),

  handle(
    resetPassword,
    Effect.fnUntraced(function* ({ body, eco, isForm }) {
      const resets = yield* Resets
      const reset = resets.reset(new Unparsed({ ...body, ecosystem: eco }))
      if (!isForm) {
        yield* reset
        return { message: "Password changed successfully, all sessions have ended", data: {} }
      }
      // A refused password leaves the link valid, so the page asks for another one.
      return yield* reset.pipe(
        Effect.map(resetDonePage),
        Effect.catchTag("InvalidInput", ({ message }) =>
          Effect.succeed(resetPage({ status: 400, token: String(body.token ?? ""), error: message }))
        )
      )
    })
  )
]
