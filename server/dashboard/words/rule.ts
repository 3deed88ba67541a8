import { load } from "./load.ts"

/** The words of the page of a rule. */
export const words = await load({ en: () => import("./en/rule.ts"), de: () => import("./de/rule.ts") })
