import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { leaving } from "./unsaved.ts"

/** Asks whether to leave a form that is not saved. */
export const LeaveDialog = () => {
  const step = leaving.value
  if (step === undefined) return null
  const stay = (): void => {
    leaving.value = undefined
  }
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>What you entered stays in this browser as a draft, until you sign out.</p>
      <div class="actions">
        <Button onClick={stay}>Go on editing</Button>
        <Button
          kind="plain"
          onClick={() => {
            stay()
            step()
          }}
        >
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
