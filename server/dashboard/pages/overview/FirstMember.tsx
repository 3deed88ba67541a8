import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly send: (userId: string) => Promise<unknown>
  readonly done: () => void
}

export const FirstMember = ({ done, send }: Props) => {
  const { busy, failure, field, onSubmit } = useForm({
    initial: { userId: "" },
    send: async ({ userId }) => {
      await send(userId)
      toast(`${userId} is a member`)
      done()
    }
  })
  return (
    <form class="inline" onSubmit={onSubmit} noValidate>
      <Field label="Your id for the customer" {...field("userId")} placeholder="customer-7" />
      <Button off={busy}>Onboard</Button>
      <FormFailure of={failure} />
    </form>
  )
}
