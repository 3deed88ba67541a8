import { side } from "../../api.ts"
import { app } from "../../words/common.ts"
import { leave } from "../unsaved.ts"
import { switchSide } from "./testSide.ts"

/** The item of the user menu that shows the test side, or the live side. */
export const SideSwitch = ({ onClick }: { readonly onClick: () => void }) => (
  <button
    type="button"
    onClick={() => {
      onClick()
      leave(() => void switchSide())
    }}
  >
    {side.value === "test" ? app.testSide.showLive : app.testSide.showTest}
  </button>
)
