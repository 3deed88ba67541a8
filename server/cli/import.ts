import { createReadStream, existsSync } from "node:fs"
import { open } from "node:fs/promises"
import { CommandFailed, command, exit } from "./Command.ts"
import { setting } from "./options.ts"
import { grouped } from "./terminal.ts"

/** The lines of a file, or of stdin for "-", and how many bytes of it were read so far. */
const linesOf = (path: string) => {
  const stream = path === "-" ? process.stdin : createReadStream(path)
  let bytes = 0

  async function* lines(): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    let rest = ""
    for await (const chunk of stream) {
      const part = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array)
      bytes += part.byteLength
      const whole = (rest + decoder.decode(part, { stream: true })).split("\n")
      rest = whole.pop() ?? ""
      yield* whole
    }
    rest += decoder.decode()
    if (rest !== "") yield rest
  }

  return { lines: lines(), bytes: () => bytes }
}

/** The last bytes of a file as text. */
const endOf = async (
  path: string,
  count: number
): Promise<{ readonly size: number; readonly end: string }> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - count)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    return { size, end: buffer.subarray(0, bytesRead).toString() }
  } finally {
    await file.close()
  }
}

/** The size of the archive's file. Fails if the archive is incomplete, before anything is written. */
const sizeOf = async (path: string): Promise<number | undefined> => {
  if (path === "-") return undefined
  if (!existsSync(path)) throw new CommandFailed(`There is no file ${path}.`)
  const { end, size } = await endOf(path, 200)
  if (!/\{"end":\{"of":"archive","partners":\d+\}\}\s*$/.test(end)) {
    throw new CommandFailed(`${path} is not a complete archive: its last line is missing. Export it again.`)
  }
  return size
}

export const importArchive = command({
  name: "import",
  summary: "Writes an archive into a database, and compares it",
  about: `An import that was stopped can be run again. Existing rows are not changed: if they differ from the archive, the differences
are reported with exit code 1. At the end boards are folded and everything is verified. Start the service after that.`,
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
            ? "The database matches the archive."
            : "The database differs from the archive.")
      )
      return differences.length + divergences.length === 0 ? exit.ok : exit.fault
    } finally {
      progress.end()
      await rewards.close()
    }
  }
})
