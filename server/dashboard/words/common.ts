import type { Words } from "./en/common.ts"
import { load } from "./load.ts"

/** The words of the first load: the frame, the parts of all pages, signing in, the overview and the alerts. */
export let { alerts, app, counts, entry, overview, parts, refusals } = {} as Words

/**
 * Loads them. The first script of a page does it before it loads any other code, so that no code can miss them. They are not awaited in
 * this module, because the bundler splits the code into many more files then.
 */
export const loadCommon = async (): Promise<void> => {
  const words = await load({ en: () => import("./en/common.ts"), de: () => import("./de/common.ts") })
  ;({ alerts, app, counts, entry, overview, parts, refusals } = words)
}
