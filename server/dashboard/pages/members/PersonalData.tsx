import type { ComponentChildren } from "preact"
import { addressOf, call, sessionPath } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import { ActionMenu } from "../../parts/ActionMenu.tsx"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { May } from "../../parts/May.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"
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
      toast(words.isErased)
      navigate(`/members/erasures/${erasure.id}`, { replace: true })
    }
  })
  return (
    <FormDialog title={words.eraseTitle} submit={words.erase} form={form} onClose={onClose} danger>
      <p class="say">{words.loses(<Given>{userId}</Given>, coins, pending)}</p>
      <p class="words">{words.eraseRemoves}</p>
      <Field
        label={words.idOfMember}
        {...form.field("userId")}
        hint={words.typeToConfirm(<code>{userId}</code>)}
      />
    </FormDialog>
  )
}

/** The steps that cannot be undone, which have a dialog. */
export type FinalStep = "merge" | "erase"

interface ExportProps {
  readonly userId: string
  readonly kind?: string
  readonly children: ComponentChildren
}

/** A link, so that the browser writes a long answer to the file while it arrives. */
const ExportLink = ({ children, kind, userId }: ExportProps) => (
  <a
    class={kind}
    href={`${sessionPath()}${addressOf("members.export").path}?${new URLSearchParams({ userId })}`}
    download={`${userId}.json`}
  >
    {children}
  </a>
)

interface MenuProps {
  readonly userId: string
  readonly onOpen: (step: FinalStep) => void
}

/** The same steps as at the foot of the page. */
export const PersonalMenu = ({ onOpen, userId }: MenuProps) => (
  <ActionMenu>
    <ExportLink userId={userId}>{words.exportData}</ExportLink>
    <May call="members.merge">
      <button type="button" onClick={() => onOpen("merge")}>
        {words.mergeMore}
      </button>
    </May>
    <May call="members.erase">
      <button type="button" class="red" onClick={() => onOpen("erase")}>
        {words.eraseMore}
      </button>
    </May>
  </ActionMenu>
)

interface Props {
  readonly of: MemberView
  readonly opened: FinalStep | undefined
  readonly onOpen: (step: FinalStep | undefined) => void
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
export const PersonalData = ({ of, onChanged, onOpen, opened }: Props) => {
  const close = () => onOpen(undefined)
  const { coins, pending, userId } = of
  return (
    <section>
      <h2>{words.personalData}</h2>
      <ul class="personal">
        <Step
          title={words.exportTitle}
          action={
            <ExportLink userId={userId} kind="button plain">
              {words.exportIt}
            </ExportLink>
          }
        >
          {words.exportHint}
        </Step>
        <May call="members.merge">
          <Step
            title={words.mergeStep}
            action={
              <Button kind="danger line" onClick={() => onOpen("merge")}>
                {words.mergeIt}
              </Button>
            }
          >
            {words.mergeStepHint}
          </Step>
        </May>
        <May call="members.erase">
          <Step
            title={words.eraseStep}
            action={
              <Button kind="danger line" onClick={() => onOpen("erase")}>
                {words.eraseIt}
              </Button>
            }
          >
            {words.eraseStepHint(coins, pending)}
          </Step>
        </May>
      </ul>
      {opened === "merge" && <MergeMembersDialog userId={userId} onClose={close} onChanged={onChanged} />}
      {opened === "erase" && <EraseDialog of={of} onClose={close} />}
    </section>
  )
}
