import type { Webhook } from "../../contract.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Time } from "../../parts/Time.tsx"

/** Whether events are being sent. */
export const WebhookStatus = ({ webhook: { failingSince, status } }: { readonly webhook: Webhook }) => {
  if (status === "paused") return <Pill>paused</Pill>
  return failingSince === null ? (
    <Pill tone="good">active</Pill>
  ) : (
    <>
      <Pill tone="near">failing</Pill>
      <span class="under">
        first failure <Time at={failingSince} />
      </span>
    </>
  )
}
