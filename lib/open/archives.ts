import { Effect, Stream } from "effect"
import type { ExportInput, ImportInput } from "../rewards/archive/Archive.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { CoreFailure } from "../rewards/CoreFailure.ts"
import type { Run } from "./promised.ts"

export interface ExportArchive extends ExportInput {
  /** Called with some lines at a time, each with its line feed. The next call waits for its promise. */
  readonly write: (text: string) => Promise<void>
}

export interface ImportArchive extends ImportInput {
  /** The lines of an archive, without their line feeds. */
  readonly lines: AsyncIterable<string>
}

/** Errors of the host's own functions are passed on unchanged. */
const dies = (error: unknown): never => {
  throw error
}

/** Lines are passed on in hundreds, because each call costs more than reading a line. */
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
  /** An archive of one partner or of all, of one state of the database, on Citus of one state of each partner; see `Archives.export`. */
  export: ({ write, ...input }: ExportArchive) =>
    run(
      Effect.flatMap(Archives, (archives) =>
        archives.export(input, (lines) => Effect.promise(() => write(`${lines.join("\n")}\n`)))
      )
    ),
  /** Writes the records of an archive that the database does not have, and compares the rest; see `Archives.import`. */
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
