import { activitiesReplay, activitiesSend, activitiesTail } from "./activities.ts"
import type { Command } from "./Command.ts"
import { makeCompletion } from "./completion.ts"
import { demo } from "./demo.ts"
import { distribute } from "./distribute.ts"
import { doctor } from "./doctor.ts"
import { exportArchive } from "./export.ts"
import { harness } from "./harness.ts"
import { makeHelp } from "./help.ts"
import { importArchive } from "./import.ts"
import { importBalances } from "./importBalances.ts"
import { keysCreate, keysList, keysRevoke } from "./keys.ts"
import { mail } from "./mail.ts"
import { migrateStatus, migrateUp } from "./migrate.ts"
import { openapi } from "./openapi.ts"
import { common } from "./options.ts"
import { partnerCreate, partnerList } from "./partner.ts"
import { roles } from "./roles.ts"
import { serve } from "./serve.ts"
import { verify } from "./verify.ts"

/** All commands, in the order in which help shows them. */
export const commands: ReadonlyArray<Command> = [
  serve,
  demo,
  doctor,
  migrateStatus,
  migrateUp,
  distribute,
  roles,
  verify,
  exportArchive,
  importArchive,
  importBalances,
  activitiesSend,
  activitiesTail,
  activitiesReplay,
  partnerCreate,
  partnerList,
  keysCreate,
  keysList,
  keysRevoke,
  mail,
  harness,
  openapi,
  makeCompletion(() => commands, common),
  makeHelp(() => commands, common)
]
