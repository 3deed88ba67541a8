import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { addressOf, call, sessionPath } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
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

interface StepProps {
  readonly title: string
  readonly children: ComponentChildren
  /** The button. */
  readonly action: ComponentChildren
}

/** A step with its consequence before its button. */
const Step = ({ action, children, title }: StepProps) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p class="quiet">{children}</p>
    </div>
    {action}
  </li>
)

/** What a member can ask of the partner: a copy of all data, to be one member instead of two, and to be erased. */
export const PersonalData = ({ of, onChanged }: Props) => {
  const [opened, setOpened] = useState<"merge" | "erase">()
  const close = () => setOpened(undefined)
  const { coins, pending, userId } = of
  return (
    <section>
      <h2>Personal data</h2>
      <ul class="personal">
        <Step
          title="Export"
          action={
            // A link, so that the browser writes a long answer to the file while it arrives.
            <a
              class="button plain"
              href={`${sessionPath()}${addressOf("members.export").path}?${new URLSearchParams({ userId })}`}
              download={`${userId}.json`}
            >
              Export
            </a>
          }
        >
          Everything that is stored about this member, as one JSON file.
        </Step>
        <May call="members.merge">
          <Step
            title="Merge"
            action={
              <Button kind="danger line" onClick={() => setOpened("merge")}>
                Merge into another member…
              </Button>
            }
          >
            One person with two ids becomes one member: wallets, points and progress add up. It cannot be
            undone.
          </Step>
        </May>
        <May call="members.erase">
          <Step
            title="Erase"
            action={
              <Button kind="danger line" onClick={() => setOpened("erase")}>
                Erase this member…
              </Button>
            }
          >
            The id, the attributes and all texts go, {counted(coins, "coin")}
            {pending > 0 && ` and ${counted(pending, "pending coin")}`} expire, and sums stay under a
            pseudonym. It cannot be undone.
          </Step>
        </May>
      </ul>
      {opened === "merge" && <MergeMembersDialog userId={userId} onClose={close} onChanged={onChanged} />}
      {opened === "erase" && <EraseDialog of={of} onClose={close} />}
    </section>
  )
}
