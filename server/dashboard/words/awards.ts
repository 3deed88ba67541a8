import { load } from "./load.ts"

export const words = await load({ en: () => import("./en/awards.ts"), de: () => import("./de/awards.ts") })
