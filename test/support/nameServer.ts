// A name server on this machine. It answers questions about some names, and ignores all others.
import assert from "node:assert/strict"
import { createSocket } from "node:dgram"

export interface NameServer {
  readonly address: string
  /** The names that were asked for, each once, in the order of the first question. */
  readonly asked: ReadonlySet<string>
  /** Returns when this many names were asked for. */
  readonly until: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

const ipv4 = 1
const headerLength = 12

/** The name in a question, and the offset of the byte after it. */
const nameIn = (question: Buffer): readonly [name: string, end: number] => {
  const labels: Array<string> = []
  let offset = headerLength
  for (let length = question.readUInt8(offset); length > 0; length = question.readUInt8(offset)) {
    labels.push(question.toString("latin1", offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return [labels.join("."), offset + 1]
}

/** Answers with the IPv4 address, or with no address if another type was asked for. */
const answerTo = (question: Buffer, end: number, address: string): Buffer => {
  const isAsked = question.readUInt16BE(end) === ipv4
  const header = Buffer.from(question.subarray(0, headerLength))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(isAsked ? 1 : 0, 6)
  header.fill(0, 8)
  const record = [0xc0, headerLength, 0, ipv4, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]
  return Buffer.concat([header, question.subarray(headerLength, end + 4), Buffer.from(isAsked ? record : [])])
}

export const startNameServer = async (addresses: Readonly<Record<string, string>>): Promise<NameServer> => {
  const asked = new Set<string>()
  let changed = () => {}
  const socket = createSocket("udp4")
  socket.on("message", (question, { address, port }) => {
    const [name, end] = nameIn(question)
    asked.add(name)
    changed()
    const known = addresses[name]
    if (known !== undefined) socket.send(answerTo(question, end, known), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    until: (count) =>
      new Promise((resolve, reject) => {
        const late = () =>
          reject(new assert.AssertionError({ message: `only ${asked.size} names were asked for` }))
        const timer = setTimeout(late, 20_000)
        changed = () => {
          if (asked.size < count) return
          clearTimeout(timer)
          resolve()
        }
        changed()
      }),
    close: () => new Promise((resolve) => socket.close(() => resolve()))
  }
}
