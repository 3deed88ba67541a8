import { ShownOnce } from "../../parts/ShownOnce.tsx"

interface Props {
  readonly title: string
  readonly secret: string
  /** Until when the secret before it is good, too. */
  readonly previousUntil: string | null
  readonly onKept: () => void
}

export const WebhookSecret = ({ onKept, previousUntil, secret, title }: Props) => (
  <ShownOnce title={title} onKept={onKept} values={[["Secret", secret]]}>
    The receiver checks with it that a request comes from here, by the rules of Standard Webhooks.
    {previousUntil !== null &&
      ` The secret before it signs as well until ${new Date(previousUntil).toLocaleString()}.`}
  </ShownOnce>
)
