import { session, signOut } from "../../app/session.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { SignInForm } from "./SignInForm.tsx"

/** Asks for the password when the session has ended, above the page, which stays as it is. */
export const SignInAgain = () => {
  const current = session.value
  return (
    <Dialog title="Sign in again">
      <p class="quiet">
        Your session has ended, after four hours or because it was ended elsewhere. This page waits for you.
      </p>
      <SignInForm email={current.state === "in" ? current.partner.email : ""} />
      <p class="aside">
        <button type="button" class="link" onClick={() => void signOut()}>
          Leave instead
        </button>
      </p>
    </Dialog>
  )
}
