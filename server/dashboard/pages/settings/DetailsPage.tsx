import { useState } from "preact/hooks"
import { call, ecosystem } from "../../api.ts"
import type { Partner } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { DetailsForm } from "./DetailsForm.tsx"
import { Notices } from "./Notices.tsx"
import { SettingsFrame } from "./SettingsFrame.tsx"

/** Ids that never change, which an integration needs. */
const Identity = ({ partner }: { readonly partner: Partner }) => (
  <section>
    <h2>Identity</h2>
    <dl class="facts">
      <dt>Ecosystem</dt>
      <dd>
        <code>{ecosystem.value}</code>
      </dd>
      <dt>Partner id</dt>
      <dd>
        <code>{partner.partnerId}</code>
      </dd>
      <dt>Application id</dt>
      <dd>
        <code>{partner.id}</code>
      </dd>
      <dt>Client id</dt>
      <dd>
        <code>{partner.clientId}</code>
      </dd>
    </dl>
  </section>
)

/** A new password needs a mailed link, so that somebody else at an open page cannot set one. */
const PasswordSection = ({ email }: { readonly email: string }) => {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle")
  const [failure, setFailure] = useState<unknown>(undefined)
  const ask = async (): Promise<void> => {
    setState("busy")
    setFailure(undefined)
    try {
      await call("partners.forgotPassword", { body: { email }, params: { eco: ecosystem.value } })
      setState("sent")
    } catch (error) {
      setFailure(error)
      setState("idle")
    }
  }
  return (
    <section>
      <h2>Password</h2>
      <div class="stack">
        <p class="quiet">
          We mail a link to {email}. It works once, for an hour. The new password ends all sessions, those of
          API keys too.
        </p>
        <FormFailure of={failure} />
        {state === "sent" ? (
          <p class="notice" role="status">
            The link is on its way. Without a mail server, the service prints the mail in its log.
          </p>
        ) : (
          <p>
            <Button kind="plain" off={state === "busy"} onClick={() => void ask()}>
              Mail a link for a new password
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

/** The partner's details and its password. */
export const DetailsPage = () => {
  const load = useLoad((signal) => call("partners.details", { signal }), [])
  return (
    <SettingsFrame title="Settings">
      <Loaded of={load} skeleton={<Skeleton rows={10} />}>
        {(partner) => (
          <>
            <DetailsForm key={JSON.stringify(partner)} partner={partner} onSaved={load.reload} />
            <Notices />
            <Identity partner={partner} />
            <PasswordSection email={partner.email} />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
