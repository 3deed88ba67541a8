import { useState } from "preact/hooks"
import { addressOf, call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { May } from "../../parts/May.tsx"
import { counted } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"
import type { MemberView } from "./readMember.ts"

interface DialogProps {
  readonly of: MemberView
  readonly onClose: () => void
}

/** Erases a member after its id was typed, and leads to the state of the erasure. */
const EraseDialog = ({ of: { coins, pending, userId }, onClose }: DialogProps) => {
  const form = useForm({
    initial: { userId: "" },
    check: (values) =>
      values.userId === userId
        ? {}
        : { userId: `must be ${JSON.stringify(userId)}, got ${JSON.stringify(values.userId)}` },
    send: async (body, idempotencyKey) => {
      const erasure = await call("members.erase", { body, idempotencyKey })
      toast("The member is erased")
      navigate(`/members/erasures/${erasure.id}`, { replace: true })
    }
  })
  return (
    <FormDialog title="Erase this member?" submit="Erase the member" form={form} onClose={onClose} danger>
      <p class="say">
        {userId} loses {counted(coins, "coin")}
        {pending > 0 && `, and ${counted(pending, "pending coin")}`}. They expire.
      </p>
      <p class="words">
        The id, the attributes, notes, reasons and data of activities are removed. Awards and transactions
        stay under a pseudonym, and no sum changes. Nobody can undo this.
      </p>
      <Field
        label="Id of the member"
        {...form.field("userId")}
        hint={
          <>
            Type <code>{userId}</code> to confirm.
          </>
        }
      />
    </FormDialog>
  )
}

/** What a member can ask of the partner: a copy of all data, and to be erased. */
export const PersonalData = ({ of }: { readonly of: MemberView }) => {
  const [isErasing, setErasing] = useState(false)
  const { userId } = of
  return (
    <section>
      <h2>Personal data</h2>
      <p class="quiet explains">
        The export has everything that is stored about this member, as JSON. An erasure removes it for good.
      </p>
      <div class="actions">
        {/* A link, so that the browser writes a long answer to the file while it arrives. */}
        <a
          class="button plain"
          href={`/dashboard${addressOf("members.export").path}?${new URLSearchParams({ userId })}`}
          download={`${userId}.json`}
        >
          Export
        </a>
        <May call="members.erase">
          <button type="button" class="link danger" onClick={() => setErasing(true)}>
            Erase this member…
          </button>
        </May>
      </div>
      {isErasing && <EraseDialog of={of} onClose={() => setErasing(false)} />}
    </section>
  )
}
