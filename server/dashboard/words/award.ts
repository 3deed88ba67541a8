import { load } from "./load.ts"

export const words = await load({ en: () => import("./en/award.ts"), de: () => import("./de/award.ts") })
