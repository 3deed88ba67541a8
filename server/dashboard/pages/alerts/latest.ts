import { signal } from "@preact/signals"
import type { Data } from "../../contract.ts"
import type { Load } from "../../parts/load.tsx"

/** The alerts as the navigation has read them last. The other parts of the page show the same. */
export const latestAlerts = signal<Load<Data<"alerts.list">> | undefined>(undefined)
