import { loadCommon } from "../dashboard/words/common.ts"

// The parts that this page shares with the dashboard have words, here in English.
void loadCommon().then(() => import("./start.tsx"))
