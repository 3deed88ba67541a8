import { useState } from "preact/hooks"
import { call, side } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { words } from "../../words/settings.ts"

/** Whether the person who is signed in gets mails about alerts. The test side mails nobody. */
export const AlertMails = () => {
  const load = useLoad((signal) => call("iam.me", { signal }), [])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(undefined)
  const choose = async (alertMails: boolean): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call("iam.updateMe", { body: { alertMails } })
      load.reload()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  if (side.value === "test") return null
  return (
    <section>
      <h2>{words.alertMails}</h2>
      <Loaded what={words.alertMails} of={load} skeleton={<Skeleton rows={2} />}>
        {({ alertMails, email }) => (
          <div class="stack">
            <p class="quiet explains" role="status">
              {alertMails ? words.alertMailsOn(email) : words.alertMailsOff(email)}
            </p>
            <FormFailure of={failure} />
            <p>
              <Button kind="plain" off={busy} onClick={() => void choose(!alertMails)}>
                {alertMails ? words.turnOffMails : words.turnOnMails}
              </Button>
            </p>
          </div>
        )}
      </Loaded>
    </section>
  )
}
