import { render } from "preact"
import { applyTheme } from "../dashboard/app/theme.ts"
import { ignoreHeldEnter } from "../dashboard/parts/Button.tsx"
import { App } from "./App.tsx"
import { startAddress } from "./address.ts"

applyTheme()
ignoreHeldEnter()
startAddress()

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
