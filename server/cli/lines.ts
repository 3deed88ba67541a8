import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"

/** The lines of a file, or of stdin for "-", and how many bytes of it were read so far. */
export const linesOf = (path: string) => {
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
export const endOf = async (
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
