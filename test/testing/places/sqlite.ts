import { layerSubject } from "../../../lib/entries/testing.ts"
import { freshFile } from "../../support/files.ts"
import type { Place } from "../runs.ts"
import { withSimulations } from "../simulations.ts"

const onBun = process.versions.bun !== undefined

/** SQLite of this runtime: in memory, and in a file that two writers share. */
export const sqlitePlaces = async (): Promise<ReadonlyArray<Place>> => {
  const { layer } = onBun
    ? await import("../../../lib/drivers/sqlite-bun.ts")
    : await import("../../../lib/drivers/sqlite-node.ts")
  const name = `SQLite on ${onBun ? "Bun" : "Node"}`
  return [
    {
      name: `${name}, in memory`,
      open: async () =>
        withSimulations(layerSubject(() => layer({ filename: ":memory:" }), { restart: "services" }))
    },
    {
      name: `${name}, in a file that two writers share`,
      open: async () => {
        const filename = await freshFile()
        return withSimulations(layerSubject(() => layer({ filename }), { writers: 2 }))
      }
    }
  ]
}
