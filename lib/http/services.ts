import type { WingServices } from "../accounts/layer.ts"
import type { Boards } from "../boards/Boards.ts"
import type { Totals } from "../boards/Totals.ts"
import type { Events } from "../events/Events.ts"
import type { Core } from "../rewards/Core.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"

/** The services that the handlers call. */
export type Services = Boards | Core | Events | Totals | Webhooks | WingServices
