import { load } from "./load.ts"

/** The words of the sentence about a rule. */
export const words = await load({
  en: () => import("./en/sentence.ts"),
  de: () => import("./de/sentence.ts")
})
