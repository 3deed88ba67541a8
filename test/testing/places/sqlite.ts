import type { SqlClient } from "@effect/sql/SqlClient"
import type { Layer } from "effect"
import type { SqliteOptions } from "../../../lib/drivers/sqlite/client.ts"
import { layerSubject } from "../../../lib/testing.ts"
import { freshFile } from "../../support/files.ts"
import type { Place } from "../runs.ts"

type MakeLayer = (options: SqliteOptions) => Layer.Layer<SqlClient, unknown>

/** SQLite in memory, and in a file that two writers share. */
export const sqlite = (runtime: string, layer: MakeLayer): ReadonlyArray<Place> => [
  {
    name: `SQLite on ${runtime}, in memory`,
    // Few sequences: the only difference from a file is that the database ends with its client.
    open: async () => ({
      subject: layerSubject(() => layer({ filename: ":memory:" }), { restart: "services" }),
      seeds: 5
    })
  },
  {
    name: `SQLite on ${runtime}, in a file that two writers share`,
    open: async () => {
      const filename = await freshFile()
      return { subject: layerSubject(() => layer({ filename }), { writers: 2 }) }
    }
  }
]
