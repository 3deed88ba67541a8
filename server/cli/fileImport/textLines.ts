import type { FileHandle } from "node:fs/promises"

/** The most bytes of a line. It limits what a file without line ends can keep in memory. */
export const maxLength = 65_536

export const tooLong = `is longer than ${maxLength} bytes`
export const notUtf8 = "is not UTF-8: save the file as UTF-8"

/** A problem with a line of a file. */
export interface Problem {
  readonly line: number
  readonly problem: string
}

/** A line without its line feed. If it is not `valid`, it is not UTF-8. A line that is too long has no text. */
export interface TextLine {
  readonly line: number
  readonly text: string | undefined
  readonly valid: boolean
}

const lineFeed = 10

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder("utf-8", { ignoreBOM: true })

const decode = (bytes: Uint8Array): { readonly text: string; readonly valid: boolean } => {
  try {
    return { text: strict.decode(bytes), valid: true }
  } catch {
    return { text: lenient.decode(bytes), valid: false }
  }
}

/** Splits chunks of bytes into lines, and calls `onLine` with each. Drops a byte-order mark at the start. */
class LineSplitter {
  readonly #onLine: (line: TextLine) => void
  #lines = 0
  /** The start of a line whose end is in a later chunk. */
  #rest: Uint8Array = new Uint8Array()
  /** Whether the current line is too long. Its bytes are dropped. */
  #skipping = false

  constructor(onLine: (line: TextLine) => void) {
    this.#onLine = onLine
  }

  push(chunk: Uint8Array): void {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#endLine(chunk.subarray(start, end))
      start = end + 1
    }
    this.#append(chunk.subarray(start))
  }

  end(): void {
    if (this.#rest.length > 0 || this.#skipping) this.#endLine(new Uint8Array())
  }

  #append(bytes: Uint8Array): void {
    if (this.#rest.length + bytes.length > maxLength) this.#skipping = true
    this.#rest = this.#skipping ? new Uint8Array() : Buffer.concat([this.#rest, bytes])
  }

  #endLine(bytes: Uint8Array): void {
    this.#lines += 1
    if (this.#rest.length > 0 || this.#skipping || bytes.length > maxLength) {
      this.#append(bytes)
      if (this.#skipping) this.#onLine({ line: this.#lines, text: undefined, valid: true })
      else this.#decode(this.#rest)
      this.#skipping = false
      this.#rest = new Uint8Array()
    } else this.#decode(bytes)
  }

  #decode(bytes: Uint8Array): void {
    const { text, valid } = decode(bytes)
    const isMarked = this.#lines === 1 && text.startsWith("\ufeff")
    this.#onLine({ line: this.#lines, text: isMarked ? text.slice(1) : text, valid })
  }
}

/** Turns lines into records, one after the other. A record can have several lines. */
export interface RecordReader {
  readonly line: (line: TextLine) => void
  readonly end: () => void
}

const chunkSize = 262_144

/** Reads a file in bulks of `size` records. The file is read from its start, and stays open. */
export async function* readInBulks<A>(
  file: FileHandle,
  size: number,
  onBytes: (bytes: number) => void,
  makeReader: (add: (record: A) => void) => RecordReader
): AsyncGenerator<ReadonlyArray<A>> {
  const records: Array<A> = []
  const reader = makeReader((record) => void records.push(record))
  const splitter = new LineSplitter(reader.line)
  const chunk = new Uint8Array(chunkSize)
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkSize, position)
    if (bytesRead === 0) break
    position += bytesRead
    splitter.push(chunk.subarray(0, bytesRead))
    while (records.length >= size) yield records.splice(0, size)
    onBytes(position)
  }
  splitter.end()
  reader.end()
  while (records.length > 0) yield records.splice(0, size)
}
