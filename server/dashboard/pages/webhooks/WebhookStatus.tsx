import type { Webhook } from "../../contract.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/webhooks.ts"

/** Whether events are being sent. */
export const WebhookStatus = ({ webhook: { failingSince, status } }: { readonly webhook: Webhook }) => {
  if (status === "paused") return <Pill>{words.paused}</Pill>
  return failingSince === null ? (
    <Pill tone="good">{words.active}</Pill>
  ) : (
    <>
      <Pill tone="near">{words.failing}</Pill>
      <span class="under">{words.firstFailure(<Time at={failingSince} />)}</span>
    </>
  )
}
