import { applyLanguage } from "./app/language.ts"
import { applyTheme } from "./app/theme.ts"
import { loadCommon } from "./words/common.ts"

applyLanguage()
applyTheme()
void loadCommon().then(() => import("./start.tsx"))
