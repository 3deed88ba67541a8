import { load } from "./load.ts"

export const words = await load({
  en: () => import("./en/webhooks.ts"),
  de: () => import("./de/webhooks.ts")
})
