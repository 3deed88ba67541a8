import { render } from "preact"
import { applyTheme } from "../dashboard/app/theme.ts"
import { App } from "./App.tsx"
import { startAddress } from "./address.ts"

applyTheme()
startAddress()

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
