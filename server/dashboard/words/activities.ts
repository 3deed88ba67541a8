import { load } from "./load.ts"

export const words = await load({
  en: () => import("./en/activities.ts"),
  de: () => import("./de/activities.ts")
})
