// A partner that opens many connections and sends the bodies of its requests slowly or not at all.
import assert from "node:assert/strict"
import { connect, type Socket } from "node:net"
import { describe, it } from "../../support/effect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { soon } from "../../support/wait.ts"
import { type Caller, newCaller } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { type Service, startService, stopService } from "../service.ts"

const sockets: Array<Socket> = []

/** For `afterAll`. */
export const leaveCrowd = (): void => {
  for (const socket of sockets.splice(0)) socket.destroy()
}

/** Sends headers and the first byte of a body on a connection of its own; resolves with the answer's head. */
const sendSlowly = ({ url }: Service, { token }: Caller, encoding: string) => {
  const answered = new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    sockets.push(socket)
    let answer = ""
    socket.setEncoding("utf8")
    socket.on("data", (text) => (answer += text))
    socket.on("error", () => {})
    socket.on("close", () => resolve(answer))
    socket.write(
      [
        "POST /api/v1/laas/rules/award HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        encoding,
        "",
        encoding.startsWith("Content-Length") ? "{" : "1\r\n{\r\n"
      ].join("\r\n")
    )
  })
  return soon("the answer to a body that does not come", answered)
}

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }

export interface CrowdDatabase {
  readonly name: string
  readonly database: () => Promise<string>
}

export const onSqlite: CrowdDatabase = { name: "SQLite", database: async () => "sqlite::memory:" }
export const onPostgres: CrowdDatabase = { name: "PostgreSQL", database: migratedDatabase }

export const crowd = (on: ServiceRuntime, databases: ReadonlyArray<CrowdDatabase>): void => {
  for (const { name, database } of databases) {
    describe(`600 connections of one partner that send half a body, with 80 slots, on ${name}`, () => {
      it("stop no other partner, nor that partner, and are all closed within the time for a body", async () => {
        const service = await startService(
          {
            DATABASE_URL: await database(),
            MAX_CONCURRENT: "80",
            BODY_TIMEOUT: "2",
            LOG_FORMAT: "json"
          },
          on
        )
        const [hostile, other] = [await newCaller(service.url), await newCaller(service.url)]
        for (const partner of [hostile, other]) {
          assert.equal((await partner.post(service.url, "/laas/rules/create-rule", rule)).status, 201)
          assert.equal((await partner.post(service.url, "/laas/users", { userId: "ada" })).status, 200)
        }
        const slow = Array.from({ length: 600 }, (_, index) =>
          sendSlowly(service, hostile, index % 2 === 0 ? "Content-Length: 100" : "Transfer-Encoding: chunked")
        )
        const statuses = new Set<number>()
        for (let count = 0; count < 40; count++) {
          for (const partner of [hostile, other]) {
            const award = { userId: "ada", ruleName: "visit" }
            statuses.add((await partner.post(service.url, "/laas/rules/award", award)).status)
          }
        }
        assert.deepEqual([...statuses], [201])
        for (const answer of await Promise.all(slow)) assert.match(answer, /^HTTP\/1\.1 408 .*"failed"/s)
        assert.deepEqual(await stopService(service), { code: 0, signal: null })
      })
    })
  }
}
