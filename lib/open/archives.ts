import { Effect, Stream } from "effect"
import type { ExportInput, ImportInput } from "../rewards/archive/Archive.ts"
import { Archives } from "../rewards/archive/Archives.ts"
import type { CoreFailure } from "../rewards/CoreFailure.ts"
import type { Run } from "./promised.ts"

export interface ExportArchive extends ExportInput {
  /** Is called with one or more lines, each with a line feed at its end. The next call waits until the promise resolves. */
  readonly write: (text: string) => Promise<void>
}

export interface ImportArchive extends ImportInput {
  /** The lines of an archive, without their line feeds. */
  readonly lines: AsyncIterable<string>
}

/** Throws an error of the host's iterable unchanged. */
const rethrow = (error: unknown): never => {
  throw error
}

/** Groups lines by the hundred, so that the stream has fewer steps. */
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
  /** Writes an archive of one partner or of all partners. See `Archives.export`. */
  export: ({ write, ...input }: ExportArchive) =>
    run(
      Effect.flatMap(Archives, (archives) =>
        archives.export(input, (lines) => Effect.promise(() => write(`${lines.join("\n")}\n`)))
      )
    ),
  /** Adds the records that the database does not have, and compares the other records with the stored records. See `Archives.import`. */
  import: ({ lines, ...input }: ImportArchive) =>
    run(
      Effect.flatMap(Archives, (archives) =>
        archives.import(
          input,
          Stream.mapConcat(Stream.fromAsyncIterable(inGroups(lines), rethrow), (group) => group)
        )
      )
    )
})
