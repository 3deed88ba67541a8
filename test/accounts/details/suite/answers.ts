// Responses of a partner's server, and the expected outcome of each.
import { gzipSync } from "node:zlib"
import { answer, answering, endless, type Script } from "../partner.ts"
import { record, recordWith } from "../record.ts"

export interface Case {
  readonly name: string
  readonly script: Script
  /** The expected error; undefined if the record is accepted. */
  readonly reason?: string
  /** Whether the fetch ends only by its timeout. */
  readonly slow?: boolean
}

const json = JSON.stringify(record)
const start = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

const brokenOff =
  "closed the connection too early, or did not answer in HTTP: it must answer 200 with the record"
const tooLarge = "answered with more than 64 KiB: the record must be smaller"
const notJson = "answered with a body that is not JSON"
const noObject = "answered with JSON that is not an object"
const otherType = "must answer with the content type application/json"
const encoded = "answered with an encoded body: it must send the record as plain JSON"
const late = "did not answer within 0.15 seconds"
const status = (code: number) => `answered ${code}: it must answer 200 with the record`

const withStatus = (line: string, ...headers: ReadonlyArray<string>): Script =>
  answering([`HTTP/1.1 ${line}`, ...headers, "content-length: 0", "", ""].join("\r\n"))
const redirect = (line: string, location: string): Case => ({
  name: `${line} to ${location}`,
  script: withStatus(line, `location: ${location}`),
  reason: status(Number(line.slice(0, 3)))
})
const body = (name: string, text: string, reason?: string): Case => ({
  name,
  script: answering(answer(text)),
  ...(reason === undefined ? {} : { reason })
})
const raw = (name: string, text: string, reason = brokenOff): Case => ({
  name,
  script: answering(text),
  reason
})

const taken: ReadonlyArray<Case> = [
  body("a record", json),
  body(
    "a record with more in it than the interface has",
    JSON.stringify({ ...record, password: "x", kyc: { ...record.kyc, more: 1 } })
  ),
  body("white space around it", `\r\n\t ${json} \n`),
  body("a byte order mark before it", `\uFEFF${json}`),
  body("a date-time of birth", JSON.stringify(recordWith("dateOfBirth", "1990-12-31T23:59:59.999+01:00"))),
  { name: "a charset", script: answering(answer(json).replace("/json", "/json; charset=utf-8")) },
  { name: "a JSON of its own", script: answering(answer(json).replace("/json", "/vnd.partner+json")) },
  { name: "identity, said aloud", script: answering(answer(json, "content-encoding: identity")) },
  {
    name: "chunks, with an extension and a trailer",
    script: answering(
      `${start}transfer-encoding: chunked\r\n\r\n${chunk(json.slice(0, 100))}${chunk(json.slice(100)).replace("\r\n", ";a=b\r\n")}0\r\nx-trailer: y\r\n\r\n`
    )
  },
  { name: "no length, until it hangs up", script: answering(`${start}\r\n${json}`) },
  { name: "HTTP/1.0", script: answering(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${json}`) },
  {
    name: "a hint before it",
    script: answering(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${answer(json)}`)
  },
  {
    name: "one byte after the other",
    script: (socket) => {
      const bytes = Buffer.from(answer(json))
      const next = (index: number): void => {
        if (index < bytes.length) socket.write(bytes.subarray(index, index + 1), () => next(index + 1))
      }
      next(0)
    }
  },
  body("64 KiB exactly", `${json}${" ".repeat(64 * 1024 - json.length)}`)
]

const statuses: ReadonlyArray<Case> = [
  redirect("301 Moved", "http://127.0.0.1/"),
  redirect("302 Found", "http://169.254.169.254/latest/meta-data/"),
  redirect("303 See Other", "https://localhost/"),
  redirect("307 Temporary", "https://[::1]/"),
  redirect("308 Permanent", "https://partner.example/elsewhere"),
  { name: "304", script: withStatus("304 Not Modified"), reason: status(304) },
  { name: "201", script: answering(answer(json).replace("200 OK", "201 Created")), reason: status(201) },
  { name: "204", script: answering("HTTP/1.1 204 No Content\r\n\r\n"), reason: status(204) },
  { name: "206", script: answering(answer(json).replace("200 OK", "206 Partial")), reason: status(206) },
  ...["400 Bad", "401 Unauthorized", "404 Not Found", "429 Too Many", "500 Oh", "503 Away"].map(
    (line): Case => ({ name: line, script: withStatus(line), reason: status(Number(line.slice(0, 3))) })
  ),
  {
    name: "101, to speak something else",
    script: answering("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: redis\r\n\r\n"),
    reason: status(101)
  }
]

const bodies: ReadonlyArray<Case> = [
  body("nothing", "", notJson),
  body("a page that says it is JSON", "<!doctype html><h1>secret of the inside</h1>", notJson),
  body("JSON that is cut off", json.slice(0, -1), notJson),
  body("two records", `${json}${json}`, notJson),
  body("brackets without end", "[".repeat(60_000), notJson),
  body("brackets in brackets", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, noObject),
  body("a list of records", `[${json}]`, noObject),
  body("text", '"ada"', noObject),
  body("a number", "1", noObject),
  body("null", "null", noObject),
  {
    name: "bytes that are no text",
    script: (socket) => {
      socket.write(`${start}content-length: 4\r\n\r\n`)
      socket.end(Buffer.from([0x22, 0xff, 0xfe, 0x22]))
    },
    reason: notJson
  },
  {
    name: "a page",
    script: answering(answer(json).replace("application/json", "text/html")),
    reason: otherType
  },
  {
    name: "JSON as text",
    script: answering(answer(json).replace("application/json", "text/json")),
    reason: otherType
  },
  {
    name: "JSON of another name",
    script: answering(answer(json).replace("/json", "/jsonp")),
    reason: otherType
  },
  {
    name: "no type",
    script: answering(answer(json).replace("content-type: application/json\r\n", "")),
    reason: otherType
  },
  {
    name: "a compressed record",
    script: (socket) => {
      const zipped = gzipSync(json)
      socket.write(`${start}content-encoding: gzip\r\ncontent-length: ${zipped.byteLength}\r\n\r\n`)
      socket.end(zipped)
    },
    reason: encoded
  },
  {
    name: "a record that says it is compressed",
    script: answering(answer(json, "content-encoding: br")),
    reason: encoded
  },
  {
    name: "chunks that are compressed",
    script: answering(`${start}transfer-encoding: gzip, chunked\r\n\r\n${chunk(json)}0\r\n\r\n`),
    reason: encoded
  }
]

const sizes: ReadonlyArray<Case> = [
  body("one byte more than 64 KiB", `${json}${" ".repeat(64 * 1024 + 1 - json.length)}`, tooLarge),
  raw("a length of a gigabyte", `${start}content-length: 1073741824\r\n\r\n{`, tooLarge),
  raw("a length that no number holds", `${start}content-length: 99999999999999999999999\r\n\r\n{`),
  { name: "a body without end", script: endless(`${start}\r\n`, " ".repeat(16 * 1024)), reason: tooLarge },
  {
    name: "chunks without end",
    script: endless(`${start}transfer-encoding: chunked\r\n\r\n`, chunk(" ".repeat(16 * 1024))),
    reason: tooLarge
  },
  {
    name: "a header without end",
    script: endless(`${start}x-more: `, "a".repeat(16 * 1024)),
    reason: brokenOff
  },
  raw("too many headers", `${start}${"x-more: 1\r\n".repeat(5000)}content-length: 2\r\n\r\n{}`)
]

const lies: ReadonlyArray<Case> = [
  raw("a length that is too long", `${start}content-length: ${json.length + 10}\r\n\r\n${json}`),
  raw("a length that is too short", `${start}content-length: 10\r\n\r\n${json}`),
  raw("a length below zero", `${start}content-length: -1\r\n\r\n${json}`),
  raw("two lengths", `${start}content-length: 2\r\ncontent-length: ${json.length}\r\n\r\n${json}`),
  raw(
    "a length and chunks",
    `${start}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n${chunk(json)}0\r\n\r\n`
  ),
  raw("chunks that stop", `${start}transfer-encoding: chunked\r\n\r\n${chunk(json)}`),
  raw("a chunk without a size", `${start}transfer-encoding: chunked\r\n\r\nzz\r\n${json}\r\n0\r\n\r\n`),
  raw("bare line feeds", answer(json).replaceAll("\r\n", "\n")),
  raw("a folded header", `${start}x-more: a\r\n b\r\ncontent-length: 2\r\n\r\n{}`),
  raw("a space before a colon", `${start}content-length : 2\r\n\r\n{}`),
  raw("no HTTP", json),
  raw("another protocol", "SSH-2.0-OpenSSH_9.9\r\n"),
  raw("another HTTP", answer(json).replace("HTTP/1.1", "HTTP/3")),
  { name: "hanging up", script: (socket) => void socket.destroy(), reason: brokenOff }
]

const never: ReadonlyArray<Case> = [
  { name: "silence", script: () => {}, slow: true },
  { name: "headers that never end", script: (socket) => void socket.write(start), slow: true },
  {
    name: "a body that never ends",
    script: (socket) => void socket.write(`${start}content-length: 1000\r\n\r\n{`),
    slow: true
  },
  { name: "a body that drips", script: endless(`${start}content-length: 60000\r\n\r\n`, " "), slow: true },
  { name: "headers that drip", script: endless(`${start}x-more: `, "a"), slow: true },
  {
    name: "hints without end",
    script: endless("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"),
    slow: true
  }
]
const delays = never.map((each): Case => ({ ...each, reason: late }))

export const answers: ReadonlyArray<readonly [about: string, cases: ReadonlyArray<Case>]> = [
  ["takes", taken],
  ["refuses the status", statuses],
  ["refuses the body", bodies],
  ["stops reading", sizes],
  ["does not fall for", lies],
  ["does not wait for", delays]
]
