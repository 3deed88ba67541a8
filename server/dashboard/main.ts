import { applyTheme } from "./app/theme.ts"
import { loadCommon } from "./words/common.ts"
import { applyLanguage } from "./words/language.ts"

applyLanguage()
applyTheme()
void loadCommon().then(() => import("./start.tsx"))
