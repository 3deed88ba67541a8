import { escaped } from "../../schema/Text.ts"
import type { RawAnswer } from "../handle.ts"
import { alert, isolated, page } from "../htmlPage.ts"

export interface AuthorizePage {
  readonly status: number
  readonly applicationName: string
  readonly partnerName: string
  /** The host or the app that the user returns to. */
  readonly returnsTo: string
  readonly scopes: ReadonlyArray<string>
  readonly fields: Readonly<Record<string, string>>
  readonly error?: string | undefined
  /** The tag that the user typed in a failed login. */
  readonly tag?: string | undefined
  readonly formAction: string
  readonly headers: Readonly<Record<string, string>>
}

/** The data that each scope shows to the partner, in words for the user. */
const meanings: Readonly<Record<string, string>> = {
  profile: "your tag, phone number, country code, date of birth and when you joined",
  email: "your e-mail address, if you have confirmed it",
  fullname: "your full name"
}

const hidden = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`

/** Returns the sign-in page. It asks for the password and the consent together, so that nobody can consent without the password. */
export const authorizePage = (options: AuthorizePage): RawAnswer => {
  const { applicationName, error, fields, partnerName, returnsTo, scopes, tag = "" } = options
  const wanted = scopes.map((scope) => `<li>${escaped(meanings[scope] ?? scope)}</li>`).join("\n")
  const wrong = error === undefined ? "" : ' aria-invalid="true" aria-describedby="wrong"'
  return page({
    ...options,
    title: `Sign in to continue to ${applicationName}`,
    heading: `Sign in to continue to ${isolated(applicationName)}`,
    content: `${alert(error, "wrong")}<p><strong>${isolated(partnerName)}</strong> asks to link your account, and to see:</p>
<ul>
${wanted}
</ul>
<form method="post" action="authorization">
${Object.entries(fields).map(hidden).join("\n")}
<label for="tag">Tag or e-mail address</label>
<input id="tag" name="tag" value="${escaped(tag)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${wrong}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${wrong}>
<button name="decision" value="allow">Sign in and allow</button>
<button name="decision" value="deny" class="quiet" formnovalidate>Cancel</button>
</form>
<p class="soft">You go back to <strong>${isolated(returnsTo)}</strong> either way. Your password stays here.</p>`
  })
}

export interface Onward {
  readonly owner: string
  readonly address: string
}

const onwardLink = ({ address, owner }: Onward): string => `
<p>You can continue to <strong>${isolated(owner)}</strong>, which will be notified of the error. It is not part of this service: continue only if you know it.</p>
<p><a href="${escaped(address)}" rel="noreferrer">Go to ${isolated(owner)}</a></p>`

export const refusalPage = (options: {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly onward?: Onward | undefined
}): RawAnswer => {
  const { onward, status, text, title } = options
  return page({
    status,
    title,
    content: `<p>${escaped(text)}</p>${onward === undefined ? "" : onwardLink(onward)}`
  })
}
