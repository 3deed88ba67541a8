import { useState } from "preact/hooks"
import { call, ecosystem, messageOf } from "../../api.ts"
import { session, signOut } from "../../app/session.ts"
import type { PersonSession } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Confirm } from "../../parts/FormDialog.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { app } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
import { deviceWords } from "./device.ts"
import { SecondFactor } from "./SecondFactor.tsx"
import { SettingsFrame } from "./SettingsFrame.tsx"

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
      <h2>{words.password}</h2>
      <div class="stack">
        <p class="quiet">{words.linkExplained(email)}</p>
        <FormFailure of={failure} />
        {state === "sent" ? (
          <p class="notice" role="status">
            {words.linkMailed}
          </p>
        ) : (
          <p>
            <Button kind="plain" off={state === "busy"} onClick={() => void ask()}>
              {words.mailLink}
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

const sessionColumns = (end: (of: PersonSession) => void): ReadonlyArray<Column<PersonSession>> => [
  {
    title: words.device,
    cell: ({ address, device }) => (
      <>
        {deviceWords(device)}
        {address !== null && <small>{address}</small>}
      </>
    )
  },
  { title: words.signedIn, secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: words.lastUsed, tight: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    title: words.end,
    tight: true,
    cell: (each) =>
      each.current ? (
        <Pill tone="good">{words.thisSession}</Pill>
      ) : (
        <button type="button" class="link danger" onClick={() => end(each)}>
          {words.end}
          <span class="unseen">{words.sessionOf(deviceWords(each.device))}</span>
        </button>
      )
  }
]

const SessionsSection = () => {
  const load = useLoad((signal) => call("iam.listSessions", { signal }), [])
  const [isLeaving, setLeaving] = useState(false)
  const end = async ({ id }: PersonSession): Promise<void> => {
    try {
      await call("iam.endSession", { params: { id } })
      toast(words.sessionEnded)
    } catch (error) {
      toast(words.endingFailed(messageOf(error)))
    }
    load.reload()
  }
  return (
    <section>
      <h2>{words.sessions}</h2>
      <Loaded what={words.theSessions} of={load} skeleton={<Skeleton rows={3} />}>
        {(sessions) => (
          <Table
            caption={words.yourSessions}
            columns={sessionColumns((each) => void end(each))}
            rows={sessions}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <p>
        <Button kind="plain" onClick={() => setLeaving(true)}>
          {words.leaveEverywhere}
        </Button>
      </p>
      {isLeaving && (
        <Confirm
          title={words.leaveEverywhereTitle}
          verb={words.leaveEverywhere}
          onClose={() => setLeaving(false)}
          run={async () => {
            await call("iam.logoutLogins", {})
            await signOut()
          }}
        >
          <p>{words.leaveExplained}</p>
        </Confirm>
      )}
    </section>
  )
}

/** The second factor, the sessions and the password of the person who is signed in. */
export const SecurityPage = () => (
  <SettingsFrame title={app.security}>
    <SecondFactor />
    <SessionsSection />
    {session.value.state === "in" && <PasswordSection email={session.value.person.email} />}
  </SettingsFrame>
)
