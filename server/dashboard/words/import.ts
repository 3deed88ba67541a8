import { load } from "./load.ts"

export const words = await load({ en: () => import("./en/import.ts"), de: () => import("./de/import.ts") })
