import { type Credentials, lastEcosystem, signIn } from "../../app/session.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure } from "../../parts/FormFailure.tsx"
import { useForm } from "../../parts/form.ts"
import { checkEcosystem, EcosystemField, ecosystemOf } from "./EcosystemField.tsx"

/** Signs in, as often as it takes: the page behind it goes on where it was. */
export const SignInForm = ({ email = "" }: { readonly email?: string }) => {
  const { busy, change, failure, faults, onSubmit, values } = useForm<Credentials>({
    initial: { ecosystem: lastEcosystem(), email, password: "" },
    check: checkEcosystem,
    send: (given) => signIn({ ...given, ecosystem: ecosystemOf(given.ecosystem) })
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <EcosystemField
        value={values.ecosystem}
        onValue={(ecosystem) => change({ ecosystem })}
        hint="The word that your partner was onboarded under."
        fault={faults.ecosystem}
      />
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        value={values.email}
        onValue={(given) => change({ email: given })}
        fault={faults.email}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={values.password}
        onValue={(password) => change({ password })}
        fault={faults.password}
      />
      <FormFailure of={failure} />
      <Button wide off={busy}>
        {busy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  )
}
