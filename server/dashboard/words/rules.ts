import { load } from "./load.ts"

/** The words of the list of rules, and of the form of a rule. */
export const words = await load({ en: () => import("./en/rules.ts"), de: () => import("./de/rules.ts") })
