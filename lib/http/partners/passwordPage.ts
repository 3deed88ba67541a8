import { Effect } from "effect"
import { InvalidInput } from "../../schema/Input.ts"
import { escaped } from "../../schema/Text.ts"
import type { Incoming, RawAnswer } from "../handle.ts"
import { alert, isolated, page } from "../htmlPage.ts"

/** The parts in which the pages with a form for a password differ. `introduction` and `hint` are HTML. */
interface Form {
  readonly title: string
  /** The last segment of the page's path, to which the form is sent. */
  readonly action: string
  readonly introduction: string
  readonly hint: string
}

/**
 * Makes a function that returns a page with a form for a password. The token of the mailed link is a hidden field, so that the URL of the
 * POST does not contain it.
 */
const passwordPage =
  ({ action, hint, introduction, title }: Form) =>
  (options: {
    readonly status: number
    readonly token: string
    readonly error?: string | undefined
  }): RawAnswer => {
    const { status, token, error } = options
    const wrong = error === undefined ? "" : ' aria-invalid="true"'
    return page({
      status,
      title,
      formAction: "'self'",
      content: `${alert(error, "wrong")}${introduction}<form method="post" action="${action}">
<input type="hidden" name="token" value="${escaped(token)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required aria-describedby="rule"${wrong}>
<label for="confirmPassword">Repeat the password</label>
<input id="confirmPassword" name="confirmPassword" type="password" autocomplete="new-password" minlength="8" maxlength="200" required${wrong}>
<p class="soft" id="rule">At least 8 characters, with one uppercase letter, one number and one special character.${hint}</p>
<button>Save the password</button>
</form>`
    })
  }

export const resetPage = passwordPage({
  title: "Choose a new password",
  action: "reset-password",
  introduction: "",
  hint: " Saving the password ends all sessions of the account."
})

export const resetDonePage = (): RawAnswer =>
  page({
    status: 200,
    title: "Your password was changed",
    content: "<p>All sessions have ended. Log in with the new password.</p>"
  })

/** Makes the page of an invitation. Without `invited`, the page does not show the e-mail address and the role of the invited person. */
export const acceptPage = (invited?: { readonly email: string; readonly role: string }) =>
  passwordPage({
    title: "Accept the invitation",
    action: "accept",
    introduction: invited
      ? `<p>You log in as ${isolated(invited.email)}, in the role ${escaped(invited.role)}.</p>\n`
      : "",
    hint: ""
  })

export const acceptDonePage = ({ email }: { readonly email: string }): RawAnswer =>
  page({
    status: 200,
    title: "Your password was saved",
    content: `<p>You can log in as ${isolated(email)} now.</p>`
  })

/** Answers a form with pages. The link stays valid if the password is refused, so the page asks for another password. */
export const answeredWithPage = <A, E, R>(
  { body }: Pick<Incoming, "body">,
  effect: Effect.Effect<A, E, R>,
  {
    again,
    done
  }: { readonly done: (result: A) => RawAnswer; readonly again: ReturnType<typeof passwordPage> }
): Effect.Effect<RawAnswer, E, R> =>
  Effect.matchEffect(effect, {
    onSuccess: (result) => Effect.succeed(done(result)),
    onFailure: (error) =>
      error instanceof InvalidInput
        ? Effect.succeed(again({ status: 400, token: String(body.token ?? ""), error: error.message }))
        : Effect.fail(error)
  })
