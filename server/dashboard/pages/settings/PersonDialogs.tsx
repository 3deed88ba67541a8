import { call } from "../../api.ts"
import type { Person } from "../../contract.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import { Confirm, FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { options, type Role } from "./roles.ts"

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
      toast(`An invitation is on its way to ${email}`)
      onDone()
    }
  })
  return (
    <FormDialog title="Invite a person" submit="Send the invitation" form={form} onClose={onClose}>
      <p class="quiet">
        We mail a link. It works once, for seven days, and leads to a page that asks for a password.
      </p>
      <Field label="E-mail address" {...form.field("email")} type="email" />
      <Choice label="Role" {...form.field("role")} options={options} />
    </FormDialog>
  )
}

export const ChangeRole = ({ onClose, onDone, person }: PersonProps) => {
  const form = useForm({
    initial: { role: person.role },
    send: async ({ role }, idempotencyKey) => {
      await call("people.changeRole", { body: { id: person.id, role }, idempotencyKey })
      toast(`${person.email} has another role`)
      onDone()
    }
  })
  return (
    <FormDialog title="Change the role" submit="Change the role" form={form} onClose={onClose}>
      <p class="words">
        All sessions of <b>{person.email}</b> end. The next sign-in has the new role.
      </p>
      <Choice label="Role" {...form.field("role")} options={options} />
    </FormDialog>
  )
}

/** For a colleague who has lost the app and the recovery codes. */
export const RemoveFactor = ({ onClose, onDone, person }: PersonProps) => (
  <Confirm
    title="Remove the second factor?"
    verb="Remove the second factor"
    onClose={onClose}
    run={async () => {
      await call("totp.remove", { body: { id: person.id } })
      toast(`${person.email} has no second factor now`)
      onDone()
    }}
  >
    <p class="words">
      <b>{person.email}</b> then signs in with the password alone. Be sure that it is this person who asks
      you.
    </p>
  </Confirm>
)

export const RemovePerson = ({ onClose, onDone, person }: PersonProps) => {
  const isInvited = person.state === "invited"
  return (
    <Confirm
      title={isInvited ? "Withdraw this invitation?" : "Remove this person?"}
      verb={isInvited ? "Withdraw the invitation" : "Remove the person"}
      onClose={onClose}
      run={async () => {
        await call("people.remove", { params: { id: person.id } })
        toast(isInvited ? "The invitation is withdrawn" : `${person.email} is removed`)
        onDone()
      }}
    >
      <p class="words">
        {isInvited ? (
          <>
            The link that was mailed to <b>{person.email}</b> stops working.
          </>
        ) : (
          <>
            All sessions of <b>{person.email}</b> end at once. What this person has done stays, with the name.
            API keys that this person has made stay valid.
          </>
        )}
      </p>
    </Confirm>
  )
}
