import { Effect, Stream } from "effect"
import type { CoreFailure } from "../CoreFailure.ts"
import type { ExportInput, ImportInput } from "../rewards/archive/Archive.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { Run } from "./promised.ts"

export interface ExportArchive extends ExportInput {
  /** Gets some lines at a time, each with its line feed; the next come when its promise is kept. */
  readonly write: (text: string) => Promise<void>
}

export interface ImportArchive extends ImportInput {
  /** The lines of an archive, without their line feeds. */
  readonly lines: AsyncIterable<string>
}

/** What the host's own functions throw is passed on as it is. */
const dies = (error: unknown): never => {
  throw error
}

/** Lines are handed on by the hundred: each handing over costs more than reading a line does. */
async function* inGroups(lines: AsyncIterable<string>): AsyncGenerator<ReadonlyArray<string>> {
  let group: Array<string> = []
  for await (const line of lines) {
    group.push(line)
    if (group.length === 100) {
      yield group
      group = []
    }
  }
  if (group.length > 0) yield group
}

/** Archives for hosts without Effect. */
export const archivesMethods = (run: Run<Archives, CoreFailure>) => ({
  /** An archive of one partner or of all, of one state of the database; see `Archives.export`. */
  export: ({ write, ...input }: ExportArchive) =>
    run(
      Effect.flatMap(Archives, (archives) =>
        archives.export(input, (lines) => Effect.promise(() => write(`${lines.join("\n")}\n`)))
      )
    ),
  /** Writes what the database does not have of an archive, and compares the rest; see `Archives.import`. */
  import: ({ lines, ...input }: ImportArchive) =>
    run(
      Effect.flatMap(Archives, (archives) =>
        archives.import(
          input,
          Stream.mapConcat(Stream.fromAsyncIterable(inGroups(lines), dies), (group) => group)
        )
      )
    )
})
