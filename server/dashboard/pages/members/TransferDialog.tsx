import { useRef, useState } from "preact/hooks"
import { call, type Faults } from "../../api.ts"
import { signedIn } from "../../app/session.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { coinsFault, exact } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"

interface Props {
  readonly userId: string
  /** The coins in the wallet at the last read. */
  readonly holds: number
  readonly onClose: () => void
  readonly onDone: () => void
}

interface StepProps {
  readonly title: string
  readonly holds: number
  readonly coins: string
  readonly onClose: () => void
}

const AmountStep = ({
  coins,
  holds,
  next,
  onClose,
  title
}: StepProps & { next: (coins: string) => void }) => {
  const check = ({ coins: given }: { readonly coins: string }): Faults => {
    const fault =
      coinsFault(given) ??
      (Number(given) > holds
        ? `must be no more than the wallet holds: it has ${holds}, this needs ${given.trim()}`
        : undefined)
    return fault === undefined ? {} : { coins: fault }
  }
  const form = useForm({ initial: { coins }, check, send: async (values) => next(values.coins.trim()) })
  const given = Number(form.values.coins)
  return (
    <FormDialog title={title} submit={words.next} form={form} onClose={onClose}>
      <Field label={words.coins} {...form.field("coins")} inputMode="decimal" hint={words.redeemHint} />
      <div class="field">
        <Meter label={words.ofWallet} used={given > 0 ? given : 0} max={holds} unit={words.ofCoins} />
      </div>
    </FormDialog>
  )
}

/** Moves coins from a wallet to the partner, in two steps: the amount, then a confirmation. */
export const TransferDialog = ({ holds, onClose, onDone, userId }: Props) => {
  const [coins, setCoins] = useState("")
  const [isReviewed, setReviewed] = useState(false)
  // One key per amount while the dialog is open, so that a retry after a lost answer does not transfer twice.
  const attempt = useRef({ coins: "", key: "" })
  const title = words.redeemFrom(userId)
  const review = (given: string): void => {
    if (attempt.current.coins !== given) attempt.current = { coins: given, key: crypto.randomUUID() }
    setCoins(given)
    setReviewed(true)
  }
  const form = useForm({
    initial: {},
    send: async () => {
      const body = { userId, coins }
      await call("coins.transfer", { body, idempotencyKey: attempt.current.key })
      toast(words.redeemed(Number(coins), userId))
      onClose()
      onDone()
    }
  })
  // After a failure the wallet is read again: it may have changed, and a transfer without an answer may have succeeded.
  const leave = (): void => {
    onClose()
    if (form.failure !== undefined) onDone()
  }
  if (!isReviewed) {
    return <AmountStep title={title} coins={coins} holds={holds} next={review} onClose={leave} />
  }
  return (
    <FormDialog
      title={title}
      submit={words.redeemSome(Number(coins))}
      form={form}
      onClose={leave}
      onBack={() => setReviewed(false)}
    >
      <p class="say">
        {words.willGo(
          Number(coins),
          <Given>{userId}</Given>,
          <Given>{signedIn()?.partnerName ?? words.you}</Given>,
          exact(holds - Number(coins))
        )}
      </p>
    </FormDialog>
  )
}
