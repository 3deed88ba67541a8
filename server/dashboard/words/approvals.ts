import { load } from "./load.ts"

/** The words of the approvals. */
export const words = await load({
  en: () => import("./en/approvals.ts"),
  de: () => import("./de/approvals.ts")
})
