import { load } from "./load.ts"

export const words = await load({
  en: () => import("./en/awardDetails.ts"),
  de: () => import("./de/awardDetails.ts")
})
