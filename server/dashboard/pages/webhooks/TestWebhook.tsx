import { call } from "../../api.ts"
import type { Webhook } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { counted } from "../../parts/numbers.ts"
import { Skeleton } from "../../parts/Skeleton.tsx"

interface Props {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Sends a test when it opens, and shows what the receiver answered. */
export const TestWebhook = ({ onClose, webhook }: Props) => {
  const load = useLoad((signal) => call("webhooks.test", { params: { id: webhook.id }, signal }), [])
  return (
    <Dialog title="Test" onClose={onClose}>
      <Loaded of={load} skeleton={<Skeleton rows={3} />}>
        {({ answer, delivered, duration, error, status }) => (
          <div class="stack">
            <p class={delivered ? "say" : "warned"} role="status">
              {delivered ? "The test was delivered" : "The test was not delivered"}
              {status !== null && `: the receiver answered ${status}`} after{" "}
              {counted(duration, "millisecond")}.
            </p>
            {error && <p class="words">{error}</p>}
            {answer && <Code label="Answer" text={answer} />}
            <div class="actions">
              <Button kind="plain" off={load.loading} onClick={load.reload}>
                Send another
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
