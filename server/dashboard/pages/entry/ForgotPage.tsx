import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { lastEcosystem } from "../../app/session.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { entry } from "../../words/common.ts"
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
    <Entry title={entry.forgotten} intro={entry.forgottenIntro}>
      {sentTo === undefined ? (
        <form onSubmit={onSubmit} noValidate>
          <EcosystemField
            {...field("ecosystem")}
            hint={entry.workspaceHint}
            fault={faults.ecosystem ?? faults.eco}
          />
          <Field label={entry.email} {...field("email")} type="email" autoComplete="username" />
          <FormFailure of={failure} />
          <Button wide off={busy}>
            {entry.mailLink}
          </Button>
        </form>
      ) : (
        <p class="notice" role="status">
          {entry.linkMailed(<b>{sentTo}</b>)}
        </p>
      )}
      <p class="aside">
        <a href={href("/")}>{entry.backToSignIn}</a>
      </p>
    </Entry>
  )
}
