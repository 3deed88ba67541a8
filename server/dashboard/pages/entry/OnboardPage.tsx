import { call, type Faults } from "../../api.ts"
import { href, navigate } from "../../app/router.ts"
import { lastEcosystem, signIn } from "../../app/session.ts"
import type { Body } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { checkEcosystem, EcosystemField, Entry, ecosystemOf } from "./Entry.tsx"

/** The fields in their order. The API checks them, and its faults are shown at the fields. */
const fields = [
  { name: "partnerName", label: "Partner name", hint: "Your company.", autoComplete: "organization" },
  {
    name: "applicationName",
    label: "Application name",
    hint: "What your users know you by.",
    autoComplete: "off"
  },
  {
    name: "email",
    label: "E-mail address",
    hint: "For signing in and password resets.",
    autoComplete: "username"
  },
  {
    name: "password",
    label: "Password",
    hint: "At least 8 characters, with one uppercase letter, one number and one special character.",
    autoComplete: "new-password"
  },
  { name: "confirmPassword", label: "Repeat the password", autoComplete: "new-password" },
  {
    name: "redirectUrl",
    label: "Return address",
    hint: "Where users come back to after allowing access, such as https://shop.example/return.",
    autoComplete: "off"
  },
  {
    name: "userDetailsUrl",
    label: "User details address",
    hint: "On your server, such as https://shop.example/users. It returns the details of the user whose tag is in the query parameter tag.",
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
      toast("Partner onboarded")
      navigate("/")
    }
  })
  return (
    <Entry
      title="Onboard a partner"
      intro="An account for your company, and the application that your users see."
    >
      <form onSubmit={onSubmit} noValidate>
        <EcosystemField
          {...field("ecosystem")}
          hint="A lower-case word of your choice, such as demo. You sign in under the same word."
          fault={faults.ecosystem ?? faults.eco}
        />
        {fields.map((each) => (
          <Field key={each.name} {...each} {...field(each.name)} type={typeOf(each.name)} />
        ))}
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? "Onboarding…" : "Onboard and sign in"}
        </Button>
      </form>
      <p class="aside">
        <a href={href("/")}>Back to sign in</a>
      </p>
    </Entry>
  )
}
