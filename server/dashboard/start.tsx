import { render } from "preact"
import { App } from "./app/App.tsx"
import { keepFocus } from "./app/focus.ts"
import { startRouter } from "./app/router.ts"
import { loadPage } from "./app/routes.tsx"
import { openSession } from "./app/session.ts"
import { askBeforeUnload } from "./app/unsaved.ts"
import { ignoreHeldEnter } from "./parts/Button.tsx"

startRouter(loadPage)
askBeforeUnload()
keepFocus()
ignoreHeldEnter()
void openSession()

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
