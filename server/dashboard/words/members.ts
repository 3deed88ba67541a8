import { load } from "./load.ts"

/** The words of the members' pages and of the dialogs that change a wallet. */
export const words = await load({
  en: () => import("./en/members.ts"),
  de: () => import("./de/members.ts")
})
