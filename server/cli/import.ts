import { existsSync } from "node:fs"
import { CommandFailed, command, exit } from "./Command.ts"
import { endOf, linesOf } from "./lines.ts"
import { setting } from "./options.ts"
import { grouped } from "./terminal.ts"

/** The size of an archive in a file, which has to be whole before anything is written. */
const sizeOf = async (path: string): Promise<number | undefined> => {
  if (path === "-") return undefined
  if (!existsSync(path)) throw new CommandFailed(`There is no file ${path}.`)
  const { end, size } = await endOf(path, 200)
  if (!/\{"end":\{"of":"archive","partners":\d+\}\}\s*$/.test(end)) {
    throw new CommandFailed(`${path} is no whole archive: its last line is not the end. Export it again.`)
  }
  return size
}

export const importArchive = command({
  name: "import",
  summary: "Writes an archive into a database, and compares it",
  about: `Stopped and started again, it goes on where it stopped. What is there already stays: if it differs from the archive, that is
reported with exit code 1. Start the service when the import has ended. Then boards are folded and everything is verified.`,
  words: [{ name: "file", summary: 'The archive; "-" for stdin' }],
  options: { database: setting("DATABASE_URL", "url", "The database to write") },
  run: async (context) => {
    const { openNew } = await import("./open.ts")
    const { terminal, words } = context
    const [path = "-"] = words
    const size = await sizeOf(path)
    const rewards = await openNew(context)
    const progress = terminal.progress("Importing")
    try {
      const { bytes, lines } = linesOf(path)
      const imported = await rewards.archives.import({
        lines,
        onRecords: (count) =>
          progress.at(size === undefined ? count : bytes(), size, `${grouped(count)} records`)
      })
      const { differences, partnerIds, records, written } = imported
      for (const [index, partnerId] of partnerIds.entries()) {
        progress.at(index, partnerIds.length, "boards")
        await rewards.boards.points({ partnerId, take: 1 })
      }
      const divergences = await rewards.verify({ onCheck: (name) => progress.at(0, undefined, name) })
      progress.end()
      await terminal.result({ ...imported, divergences }, [
        ...differences.map(
          ({ archive, database, partnerId, record }) =>
            `${record} of ${partnerId ?? "the service"} differs: ${archive.count} in the archive, ${database.count} in the database`
        ),
        ...divergences.map(({ check, subject }) => `${check}: ${subject} diverges`)
      ])
      terminal.note(
        `${grouped(records)} records of ${grouped(partnerIds.length)} partners were read, ${grouped(written)} written. ` +
          (differences.length + divergences.length === 0
            ? "The database holds what the archive does."
            : "The database does not hold what the archive does.")
      )
      return differences.length + divergences.length === 0 ? exit.ok : exit.fault
    } finally {
      progress.end()
      await rewards.close()
    }
  }
})
