import { load } from "./load.ts"

export const words = await load({
  en: () => import("./en/settings.ts"),
  de: () => import("./de/settings.ts")
})
