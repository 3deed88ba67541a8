import { href } from "../../app/router.ts"
import { Entry } from "./Entry.tsx"
import { SignInForm } from "./SignInForm.tsx"

export const SignInPage = () => (
  <Entry title="Sign in" intro="Run your reward programme: rules, awards, wallets and boards.">
    <SignInForm />
    <p class="aside">
      <a href={href("/onboard")}>Onboard a partner</a>
      <a href={href("/forgot")}>Forgotten password</a>
    </p>
  </Entry>
)
