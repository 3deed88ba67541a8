import { load } from "./load.ts"

/** The words of what the partner owes its members. */
export const words = await load({
  en: () => import("./en/liability.ts"),
  de: () => import("./de/liability.ts")
})
