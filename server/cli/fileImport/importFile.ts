import { type FileHandle, open } from "node:fs/promises"
import type { RewardsClient } from "../../../lib/index.ts"
import { CommandFailed, type Context, type Exit, exit } from "../Command.ts"
import { flag, requiredText, setting } from "../options.ts"
import { grouped } from "../terminal.ts"
import type { Checked, Line, Source, Written } from "./passes.ts"

/** The options of commands that import lines of a file. */
export const importOptions = {
  database: setting("DATABASE_URL", "url", "The database to write"),
  partner: requiredText("id", "The partner of the members"),
  onboard: flag("Registers users who are not members yet; without it, their lines are bad"),
  "dry-run": flag("Checks the file, and writes nothing")
}

export interface Import {
  readonly rewards: RewardsClient
  readonly file: FileHandle
  readonly partnerId: string
}

/** What a command imports, and how it reports the result. */
export interface Importer<L extends Line> {
  readonly source: Source<L>
  /** The name of the progress bar. */
  readonly progress: string
  /** The participle for lines that were written, such as "imported". */
  readonly done: string
  /** The fields of the result with `--json`, besides `lines`, `replayed`, `bad` and `problems`. */
  readonly resultOf: (written: Written) => object
  /** What follows "<count> lines" in the note if all lines are good, such as " with 12 coins". */
  readonly contentOf: () => string
  /** What follows "<count> lines were <done>" in the note. */
  readonly earnedOf?: () => string
}

const openFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path).catch((error: unknown) => {
    throw new CommandFailed(
      `<file> cannot be read: ${error instanceof Error ? error.message : String(error)}`
    )
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new CommandFailed(`<file> must be a file, because it is read twice: ${path} is not one.`)
}

const report = async <L extends Line>(
  { terminal }: Context,
  { contentOf, done, earnedOf = () => "", resultOf }: Importer<L>,
  { bad: badLines, lines }: Checked,
  written: Written,
  isWritten: boolean
): Promise<Exit> => {
  const { count, replayed } = written
  const bad = isWritten ? written.bad : badLines
  await terminal.result(
    { lines, ...resultOf(written), replayed, bad: bad.count, problems: bad.shown },
    bad.shown.map(({ line, problem }) => `line ${line}: ${problem}`)
  )
  const more = bad.count - bad.shown.length
  if (more > 0) terminal.note(`${grouped(more)} more lines are bad.`)
  terminal.note(
    `${grouped(lines)} lines${bad.count === 0 ? contentOf() : ""} were read, ${grouped(bad.count)} are bad. ` +
      (isWritten
        ? `${grouped(count)} lines were ${done}${earnedOf()}, ${grouped(replayed)} had been ${done} before.`
        : "Nothing was written.")
  )
  return bad.count === 0 ? exit.ok : exit.fault
}

const importFrom = async <L extends Line>(
  context: Context<typeof importOptions>,
  file: FileHandle,
  makeImporter: (input: Import) => Importer<L>
): Promise<Exit> => {
  const { openExisting } = await import("../open.ts")
  const { checkFile, Written, writeFile } = await import("./passes.ts")
  const { terminal } = context
  const { partner: partnerId, "dry-run": dryRun } = context.options
  const { size } = await file.stat()
  const { rewards } = await openExisting(context)
  const importer = makeImporter({ rewards, file, partnerId })
  const { done, source } = importer
  const checking = terminal.progress("Checking")
  const writing = terminal.progress(importer.progress)
  try {
    await rewards.partners.get({ partnerId })
    const checked = await checkFile(source, (bytes) => checking.at(bytes, size))
    checking.end()
    const written = new Written()
    const isWritten = !dryRun && checked.bad.count === 0
    if (isWritten) {
      await writeFile(source, checked, written, (bytes) => writing.at(bytes, size))
        .finally(writing.end)
        .catch((error: unknown) => {
          terminal.note(
            `${grouped(written.count)} lines were ${done}. Run the command again for the other lines.`
          )
          throw error
        })
    }
    return await report(context, importer, checked, written, isWritten)
  } finally {
    checking.end()
    await rewards.close()
  }
}

/** Imports the file that the command names: checks all of its lines first, and writes nothing if one of them is bad. */
export const importFile = async <L extends Line>(
  context: Context<typeof importOptions>,
  makeImporter: (input: Import) => Importer<L>
): Promise<Exit> => {
  const file = await openFile(context.words[0] ?? "")
  return importFrom(context, file, makeImporter).finally(() => file.close())
}
