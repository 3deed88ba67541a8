import { alerts } from "./alerts.ts"
import { app } from "./app.ts"
import { counts } from "./counts.ts"
import { entry } from "./entry.ts"
import { overview } from "./overview.ts"
import { parts } from "./parts.ts"
import { refusals } from "./refusals.ts"

export const words = { alerts, app, counts, entry, overview, parts, refusals }
export type Words = typeof words
