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
import { app } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
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
  if (person.inviteExpiresAt === null) return <Pill tone="good">{words.active}</Pill>
  return isExpired(person) ? (
    <Pill>{words.invitationExpired}</Pill>
  ) : (
    <>
      <Pill tone="near">{words.invited}</Pill>
      <small>{words.until(<Time at={person.inviteExpiresAt} />)}</small>
    </>
  )
}

const isCaller = ({ id }: Person): boolean => session.value.state === "in" && session.value.person.id === id

const columnsFor = (go: (step: Step) => void): ReadonlyArray<Column<Person>> => [
  {
    title: words.person,
    cell: (person) => (
      <>
        {person.email}
        {isCaller(person) && <small>{words.you}</small>}
        {person.totp && <small>{words.withFactor}</small>}
      </>
    )
  },
  { title: words.role, cell: ({ role }) => labelOf(role) },
  { title: words.state, tight: true, cell: (person) => <State person={person} /> },
  {
    title: words.change,
    tight: true,
    cell: (person) => (
      <div class="state">
        {!isCaller(person) && (
          <button type="button" class="link" onClick={() => go({ at: "role", person })}>
            {words.role}
            <span class="unseen">{words.ofPerson(person.email)}</span>
          </button>
        )}
        {person.totp && !isCaller(person) && (
          <button type="button" class="link danger" onClick={() => go({ at: "factor", person })}>
            {words.removeTheirFactor}
            <span class="unseen">{words.ofPerson(person.email)}</span>
          </button>
        )}
        <button type="button" class="link danger" onClick={() => go({ at: "remove", person })}>
          {person.state === "invited" ? words.withdraw : words.remove}
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
      title={app.people}
      actions={<Button onClick={() => setStep({ at: "invite" })}>{words.invite}</Button>}
    >
      <Loaded what={words.thePeople} of={load} skeleton={<Skeleton rows={4} />}>
        {(people) => (
          <>
            <div class="narrow-meter">
              <Meter label={app.people} used={people.length} max={mostPeople} />
            </div>
            <Table caption={app.people} columns={columnsFor(setStep)} rows={people} keyOf={({ id }) => id} />
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
