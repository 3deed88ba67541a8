import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { session } from "../../app/session.ts"
import type { Person } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { ChangeRole, InvitePerson, RemoveFactor, RemovePerson } from "./PersonDialogs.tsx"
import { labelOf, mostPeople } from "./roles.ts"
import { SettingsFrame } from "./SettingsFrame.tsx"

type Step =
  | { readonly at: "list" }
  | { readonly at: "invite" }
  | { readonly at: "role" | "factor" | "remove"; readonly person: Person }

const isExpired = ({ inviteExpiresAt }: Person): boolean =>
  inviteExpiresAt !== null && Date.parse(inviteExpiresAt) <= Date.now()

const State = ({ person }: { readonly person: Person }) => {
  if (person.inviteExpiresAt === null) return <Pill tone="good">active</Pill>
  return isExpired(person) ? (
    <Pill>invitation expired</Pill>
  ) : (
    <>
      <Pill tone="near">invited</Pill>
      <small>
        until <Time at={person.inviteExpiresAt} />
      </small>
    </>
  )
}

const isCaller = ({ id }: Person): boolean => session.value.state === "in" && session.value.person.id === id

const columnsFor = (go: (step: Step) => void): ReadonlyArray<Column<Person>> => [
  {
    title: "Person",
    cell: (person) => (
      <>
        {person.email}
        {isCaller(person) && <small>you</small>}
        {person.totp && <small>second factor</small>}
      </>
    )
  },
  { title: "Role", cell: ({ role }) => labelOf(role) },
  { title: "State", tight: true, cell: (person) => <State person={person} /> },
  {
    title: "Change",
    tight: true,
    cell: (person) => (
      <div class="state">
        {!isCaller(person) && (
          <button type="button" class="link" onClick={() => go({ at: "role", person })}>
            Role<span class="unseen"> of {person.email}</span>
          </button>
        )}
        {person.totp && !isCaller(person) && (
          <button type="button" class="link danger" onClick={() => go({ at: "factor", person })}>
            Remove second factor<span class="unseen"> of {person.email}</span>
          </button>
        )}
        <button type="button" class="link danger" onClick={() => go({ at: "remove", person })}>
          {person.state === "invited" ? "Withdraw" : "Remove"}
          <span class="unseen"> {person.email}</span>
        </button>
      </div>
    )
  }
]

/** The people of the partner, their roles and invitations. Only owners see it. */
export const PeoplePage = () => {
  const load = useLoad((signal) => call("people.list", { signal }), [])
  const [step, setStep] = useState<Step>({ at: "list" })
  const onClose = () => setStep({ at: "list" })
  const onDone = () => {
    onClose()
    load.reload()
  }
  return (
    <SettingsFrame
      title="People"
      actions={<Button onClick={() => setStep({ at: "invite" })}>Invite a person</Button>}
    >
      <Loaded what="the people" of={load} skeleton={<Skeleton rows={4} />}>
        {(people) => (
          <>
            <div class="narrow-meter">
              <Meter label="People" used={people.length} max={mostPeople} />
            </div>
            <Table caption="People" columns={columnsFor(setStep)} rows={people} keyOf={({ id }) => id} />
          </>
        )}
      </Loaded>
      {step.at === "invite" && <InvitePerson onClose={onClose} onDone={onDone} />}
      {step.at === "role" && <ChangeRole person={step.person} onClose={onClose} onDone={onDone} />}
      {step.at === "factor" && <RemoveFactor person={step.person} onClose={onClose} onDone={onDone} />}
      {step.at === "remove" && <RemovePerson person={step.person} onClose={onClose} onDone={onDone} />}
    </SettingsFrame>
  )
}
