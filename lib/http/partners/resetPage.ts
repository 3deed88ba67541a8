import { escaped } from "../../schema/Text.ts"
import type { RawAnswer } from "../handle.ts"
import { alert, page } from "../htmlPage.ts"

/** The form for a new password. The token of the mailed link is a hidden field, so that the URL of the POST does not contain it. */
export const resetPage = (options: {
  readonly status: number
  readonly token: string
  readonly error?: string | undefined
}): RawAnswer => {
  const { status, token, error } = options
  const wrong = error === undefined ? "" : ' aria-invalid="true"'
  return page({
    status,
    title: "Choose a new password",
    formAction: "'self'",
    content: `${alert(error, "wrong")}<form method="post" action="reset-password">
<input type="hidden" name="token" value="${escaped(token)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required aria-describedby="rule"${wrong}>
<label for="confirmPassword">Repeat the password</label>
<input id="confirmPassword" name="confirmPassword" type="password" autocomplete="new-password" minlength="8" maxlength="200" required${wrong}>
<p class="soft" id="rule">At least 8 characters, with one uppercase letter, one number and one special character. Saving the password ends all sessions of the account.</p>
<button>Save the password</button>
</form>`
  })
}

export const resetDonePage = (): RawAnswer =>
  page({
    status: 200,
    title: "Your password was changed",
    content: "<p>All sessions have ended. Log in with the new password.</p>"
  })
