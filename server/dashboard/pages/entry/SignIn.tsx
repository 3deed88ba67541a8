import { useState } from "preact/hooks"
import { ApiFailure } from "../../api.ts"
import { href } from "../../app/router.ts"
import { type Credentials, lastEcosystem, signedIn, signIn, signOut } from "../../app/session.ts"
import { Button } from "../../parts/Button.tsx"
import { CodeField } from "../../parts/CodeField.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { entry } from "../../words/common.ts"
import { checkEcosystem, EcosystemField, Entry, ecosystemOf } from "./Entry.tsx"

/** The form that signs in, for its own page and for the dialog. Asks for the code of a second factor once the password was right. */
const SignInForm = ({ email = "" }: { readonly email?: string }) => {
  const [asksCode, setAsksCode] = useState(false)
  const { busy, failure, field, onSubmit } = useForm<Credentials>({
    initial: { ecosystem: lastEcosystem(), email, password: "", otp: "" },
    check: checkEcosystem,
    send: async (given) => {
      try {
        await signIn({ ...given, ecosystem: ecosystemOf(given.ecosystem) })
      } catch (error) {
        if (asksCode || !(error instanceof ApiFailure) || error.code !== "otp_required") throw error
        setAsksCode(true)
      }
    }
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <EcosystemField {...field("ecosystem")} hint={entry.workspaceHint} />
      <Field label={entry.email} {...field("email")} type="email" autoComplete="username" />
      <Field label={entry.password} {...field("password")} type="password" autoComplete="current-password" />
      {asksCode && <CodeField {...field("otp")} />}
      <FormFailure of={failure} />
      <Button wide off={busy}>
        {busy ? entry.signingIn : entry.signIn}
      </Button>
    </form>
  )
}

export const SignInPage = () => (
  <Entry title={entry.signIn} intro={entry.signInIntro}>
    <SignInForm />
    <p class="aside">
      <a href={href("/onboard")}>{entry.onboard}</a>
      <a href={href("/forgot")}>{entry.forgotten}</a>
    </p>
  </Entry>
)

/** Asks for the password after the session has ended. The page behind the dialog stays as it is. */
export const SignInAgain = () => (
  <Dialog title={entry.signInAgain}>
    <p class="quiet">{entry.sessionEnded}</p>
    <SignInForm email={signedIn()?.email ?? ""} />
    <p class="aside">
      <button type="button" class="link" onClick={() => void signOut()}>
        {entry.signOutInstead}
      </button>
    </p>
  </Dialog>
)
