import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { lastEcosystem } from "../../app/session.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { checkEcosystem, EcosystemField, Entry, ecosystemOf } from "./Entry.tsx"

/** Requests a mailed link, whose page sets the new password. */
export const ForgotPage = () => {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined)
  const { busy, failure, faults, field, onSubmit } = useForm({
    initial: { ecosystem: lastEcosystem(), email: "" },
    check: checkEcosystem,
    send: async ({ ecosystem, email }) => {
      await call("partners.forgotPassword", { body: { email }, params: { eco: ecosystemOf(ecosystem) } })
      setSentTo(email)
    }
  })
  return (
    <Entry title="Forgotten password" intro="We mail a link that sets a new one. It works once, for an hour.">
      {sentTo === undefined ? (
        <form onSubmit={onSubmit} noValidate>
          <EcosystemField
            {...field("ecosystem")}
            hint="The word under which your company signed up."
            fault={faults.ecosystem ?? faults.eco}
          />
          <Field label="E-mail address" {...field("email")} type="email" autoComplete="username" />
          <FormFailure of={failure} />
          <Button wide off={busy}>
            Mail the link
          </Button>
        </form>
      ) : (
        <p class="notice" role="status">
          If a partner has the address <b>{sentTo}</b>, a link is on its way to it. Without a mail server, the
          service prints the mail in its log.
        </p>
      )}
      <p class="aside">
        <a href={href("/")}>Back to sign in</a>
      </p>
    </Entry>
  )
}
