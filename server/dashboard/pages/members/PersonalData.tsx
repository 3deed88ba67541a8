import { useState } from "preact/hooks"
import { addressOf, call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { May } from "../../parts/May.tsx"
import { counted } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"
import { MergeMembersDialog } from "./MergeMembersDialog.tsx"
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

interface Props {
  readonly of: MemberView
  readonly onChanged: () => void
}

/** What a member can ask of the partner: a copy of all data, to be one member instead of two, and to be erased. */
export const PersonalData = ({ of, onChanged }: Props) => {
  const [opened, setOpened] = useState<"merge" | "erase">()
  const close = () => setOpened(undefined)
  const { userId } = of
  return (
    <section>
      <h2>Personal data</h2>
      <p class="quiet explains">
        The export has everything that is stored about this member, as JSON. If the person has a second id, a
        merge makes both members one. An erasure removes the member for good.
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
        <May call="members.merge">
          <button type="button" class="link danger" onClick={() => setOpened("merge")}>
            Merge into another member…
          </button>
        </May>
        <May call="members.erase">
          <button type="button" class="link danger" onClick={() => setOpened("erase")}>
            Erase this member…
          </button>
        </May>
      </div>
      {opened === "merge" && <MergeMembersDialog userId={userId} onClose={close} onChanged={onChanged} />}
      {opened === "erase" && <EraseDialog of={of} onClose={close} />}
    </section>
  )
}
