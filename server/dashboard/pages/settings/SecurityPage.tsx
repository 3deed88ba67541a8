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
      <h2>Password</h2>
      <div class="stack">
        <p class="quiet">
          We mail a link to {email}. It works once, for an hour. The new password ends all your sessions.
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

const sessionColumns = (end: (of: PersonSession) => void): ReadonlyArray<Column<PersonSession>> => [
  {
    title: "Device",
    cell: ({ address, device }) => (
      <>
        {deviceWords(device)}
        {address !== null && <small>{address}</small>}
      </>
    )
  },
  { title: "Signed in", secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last used", tight: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    title: "End",
    tight: true,
    cell: (each) =>
      each.current ? (
        <Pill tone="good">this session</Pill>
      ) : (
        <button type="button" class="link danger" onClick={() => end(each)}>
          End<span class="unseen"> the session of {deviceWords(each.device)}</span>
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
      toast("The session has ended")
    } catch (error) {
      toast(`Ending the session failed: ${messageOf(error)}`)
    }
    load.reload()
  }
  return (
    <section>
      <h2>Sessions</h2>
      <Loaded what="the sessions" of={load} skeleton={<Skeleton rows={3} />}>
        {(sessions) => (
          <Table
            caption="Your sessions"
            columns={sessionColumns((each) => void end(each))}
            rows={sessions}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <p>
        <Button kind="plain" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      </p>
      {isLeaving && (
        <Confirm
          title="Sign out everywhere?"
          verb="Sign out everywhere"
          onClose={() => setLeaving(false)}
          run={async () => {
            await call("iam.logoutLogins", {})
            await signOut()
          }}
        >
          <p>All your sessions end, this one too. Your colleagues stay signed in, and API keys stay valid.</p>
        </Confirm>
      )}
    </section>
  )
}

/** The second factor, the sessions and the password of the person who is signed in. */
export const SecurityPage = () => (
  <SettingsFrame title="Security">
    <SecondFactor />
    <SessionsSection />
    {session.value.state === "in" && <PasswordSection email={session.value.person.email} />}
  </SettingsFrame>
)
