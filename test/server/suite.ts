// The service as a black box, the same on every runtime.
import { afterAll, describe, it } from "../support/effect.ts"
import type { ServiceRuntime } from "./runtimes.ts"
import { tidyUp } from "./service.ts"
import { type CrowdDatabase, crowd, leaveCrowd } from "./suite/crowd.ts"
import { events } from "./suite/events.ts"
import { outbound } from "./suite/outbound.ts"
import { pages } from "./suite/pages.ts"
import { start } from "./suite/start.ts"
import { stop } from "./suite/stop.ts"
import { targets } from "./suite/targets.ts"
import { telemetry } from "./suite/telemetry.ts"

export const suite = (on: ServiceRuntime, databases: ReadonlyArray<CrowdDatabase>): void => {
  const { found, name } = on
  if ("missing" in found) {
    it.skip(`the service on ${name}: ${found.missing}`)
    return
  }
  afterAll(() => {
    leaveCrowd()
    tidyUp()
  })
  describe(`the service on ${name} ${found.version}`, () => {
    start(on)
    pages(on)
    stop(on)
    events(on)
    outbound(on)
    targets(on)
    telemetry(on)
    crowd(on, databases)
  })
}
