import { call, type Faults } from "../../api.ts"
import { href, navigate } from "../../app/router.ts"
import { lastEcosystem, signIn } from "../../app/session.ts"
import type { Body } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { entry } from "../../words/common.ts"
import { checkEcosystem, EcosystemField, Entry, ecosystemOf } from "./Entry.tsx"

/** The fields in their order. The API checks them, and its faults are shown at the fields. */
const fields = [
  {
    name: "partnerName",
    label: entry.partnerName,
    hint: entry.partnerNameHint,
    autoComplete: "organization"
  },
  {
    name: "applicationName",
    label: entry.applicationName,
    hint: entry.applicationNameHint,
    autoComplete: "off"
  },
  {
    name: "email",
    label: entry.email,
    hint: entry.emailHint,
    autoComplete: "username"
  },
  {
    name: "password",
    label: entry.password,
    hint: entry.passwordHint,
    autoComplete: "new-password"
  },
  { name: "confirmPassword", label: entry.confirmPassword, autoComplete: "new-password" },
  {
    name: "redirectUrl",
    label: entry.redirectUrl,
    hint: entry.redirectUrlHint,
    autoComplete: "off"
  },
  {
    name: "userDetailsUrl",
    label: entry.userDetailsUrl,
    hint: entry.userDetailsUrlHint,
    autoComplete: "off"
  }
] as const

type Name = (typeof fields)[number]["name"]
const initial = Object.fromEntries(fields.map(({ name }) => [name, ""])) as Record<Name, string>

const typeOf = (name: Name) =>
  name === "email" ? "email" : /password/i.test(name) ? "password" : /Url$/.test(name) ? "url" : "text"

/** The API names all faults at once. It is not asked without a workspace, so all empty fields are named here then. */
const check = (values: Readonly<Record<Name | "ecosystem", string>>): Faults => {
  const faults = checkEcosystem(values)
  if (Object.keys(faults).length === 0) return faults
  const empty = fields.flatMap(({ name }) => (values[name].trim() === "" ? [[name, "is required"]] : []))
  return { ...faults, ...Object.fromEntries(empty) }
}

/** Registers a partner and signs it in. */
export const OnboardPage = () => {
  const { busy, failure, faults, field, onSubmit } = useForm({
    initial: { ...initial, ecosystem: lastEcosystem() },
    check,
    send: async ({ ecosystem, ...given }) => {
      const eco = ecosystemOf(ecosystem)
      // Omits empty fields, so that the API reports them as required.
      const filled = Object.entries(given).filter(([, value]) => value !== "")
      const body = Object.fromEntries(filled) as Body<"partners.onboard">
      await call("partners.onboard", { body, params: { eco } })
      await signIn({ ecosystem: eco, email: body.email, password: body.password, otp: "" })
      toast(entry.onboarded)
      navigate("/")
    }
  })
  return (
    <Entry title={entry.onboard} intro={entry.onboardIntro}>
      <form onSubmit={onSubmit} noValidate>
        <EcosystemField
          {...field("ecosystem")}
          hint={entry.newWorkspaceHint}
          fault={faults.ecosystem ?? faults.eco}
        />
        {fields.map((each) => (
          <Field key={each.name} {...each} {...field(each.name)} type={typeOf(each.name)} />
        ))}
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? entry.onboarding : entry.onboardAndSignIn}
        </Button>
      </form>
      <p class="aside">
        <a href={href("/")}>{entry.backToSignIn}</a>
      </p>
    </Entry>
  )
}
