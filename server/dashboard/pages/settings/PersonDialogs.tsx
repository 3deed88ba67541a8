import { call } from "../../api.ts"
import type { Person } from "../../contract.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import { Confirm, FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { entry } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
import { type Role, roles } from "./roles.ts"

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}
interface PersonProps extends DialogProps {
  readonly person: Person
}

const newcomer: { readonly email: string; readonly role: Role } = { email: "", role: "viewer" }

export const InvitePerson = ({ onClose, onDone }: DialogProps) => {
  const form = useForm({
    initial: newcomer,
    send: async (body, idempotencyKey) => {
      const { email } = await call("people.invite", { body, idempotencyKey })
      toast(words.invitationSent(email))
      onDone()
    }
  })
  return (
    <FormDialog title={words.invite} submit={words.sendInvitation} form={form} onClose={onClose}>
      <p class="quiet">{words.inviteExplained}</p>
      <Field label={entry.email} {...form.field("email")} type="email" />
      <Choice label={words.role} {...form.field("role")} options={roles} />
    </FormDialog>
  )
}

export const ChangeRole = ({ onClose, onDone, person }: PersonProps) => {
  const form = useForm({
    initial: { role: person.role },
    send: async ({ role }, idempotencyKey) => {
      await call("people.changeRole", { body: { id: person.id, role }, idempotencyKey })
      toast(words.roleChanged(person.email))
      onDone()
    }
  })
  return (
    <FormDialog title={words.changeRole} submit={words.changeRole} form={form} onClose={onClose}>
      <p class="words">{words.roleExplained(<b>{person.email}</b>)}</p>
      <Choice label={words.role} {...form.field("role")} options={roles} />
    </FormDialog>
  )
}

/** For a colleague who has lost the app and the recovery codes. */
export const RemoveFactor = ({ onClose, onDone, person }: PersonProps) => (
  <Confirm
    title={words.removeFactorTitle}
    verb={words.removeFactor}
    onClose={onClose}
    run={async () => {
      await call("totp.remove", { body: { id: person.id } })
      toast(words.factorRemovedOf(person.email))
      onDone()
    }}
  >
    <p class="words">{words.removalOfFactorExplained(<b>{person.email}</b>)}</p>
  </Confirm>
)

export const RemovePerson = ({ onClose, onDone, person }: PersonProps) => {
  const isInvited = person.state === "invited"
  return (
    <Confirm
      title={isInvited ? words.withdrawTitle : words.removeTitle}
      verb={isInvited ? words.withdrawInvitation : words.removePerson}
      onClose={onClose}
      run={async () => {
        await call("people.remove", { params: { id: person.id } })
        toast(isInvited ? words.withdrawn : words.removed(person.email))
        onDone()
      }}
    >
      <p class="words">
        {isInvited
          ? words.withdrawalExplained(<b>{person.email}</b>)
          : words.removalExplained(<b>{person.email}</b>)}
      </p>
    </Confirm>
  )
}
