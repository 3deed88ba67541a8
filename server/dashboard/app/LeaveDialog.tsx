import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { app } from "../words/common.ts"
import { leaving } from "./unsaved.ts"

/** Asks whether to leave a form that is not saved. */
export const LeaveDialog = () => {
  const step = leaving.value
  if (step === undefined) return null
  const stay = (): void => {
    leaving.value = undefined
  }
  return (
    <Dialog title={app.leaveTitle} onClose={stay}>
      <p>{app.leaveDraft}</p>
      <div class="actions">
        <Button onClick={stay}>{app.stay}</Button>
        <Button
          kind="plain"
          onClick={() => {
            stay()
            step()
          }}
        >
          {app.leave}
        </Button>
      </div>
    </Dialog>
  )
}
