import type { Accounts } from "../accounts/layer.ts"
import type { Boards } from "../boards/Boards.ts"
import type { Core } from "../rewards/Core.ts"

/** The services that handlers call. */
export type Services = Core | Boards | Accounts
