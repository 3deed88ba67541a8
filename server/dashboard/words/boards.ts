import { load } from "./load.ts"

/** The words of the leaderboards. */
export const words = await load({
  en: () => import("./en/boards.ts"),
  de: () => import("./de/boards.ts")
})
