import { checkDatabase } from "./database.ts"
import { checkDisk } from "./disk.ts"
import type { Finding } from "./Finding.ts"
import { checkRuntime } from "./runtime.ts"
import { checkSettings } from "./settings.ts"

/** Everything that is examined, in the order in which it is shown. */
export const examine = async (
  environment: Readonly<Record<string, string | undefined>>
): Promise<ReadonlyArray<Finding>> => [
  checkRuntime(),
  ...checkSettings(environment),
  ...(await checkDatabase(environment)),
  ...(await checkDisk(environment))
]
