import assert from "node:assert/strict"
import { connect } from "node:net"
import { it } from "../../support/effect.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { startService, stopService } from "../service.ts"

/** Sends bytes as they are, and returns everything that was answered until the service closes the connection. */
const send = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ""
    socket.setEncoding("utf8").on("data", (part) => (answer += part))
    socket.on("error", () => {})
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection stayed open after ${JSON.stringify(answer)}`))
    }, 10_000)
    socket.on("close", () => {
      clearTimeout(timer)
      resolve(answer)
    })
  })

const statusOf = (answer: string): string => answer.split(" ")[1] ?? ""

/** Requests that a proxy in front of the service can understand in another way than the service. */
export const targets = (on: ServiceRuntime): void => {
  it("metrics have one path: another spelling of it is not found", async () => {
    const service = await startService({ DATABASE_URL: "sqlite::memory:" }, on)
    const get = async (path: string) =>
      statusOf(
        await send(service.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      )
    assert.equal(await get("/metrics"), "200")
    assert.equal(await get("/metrics?from=prometheus"), "200")
    for (const path of [
      "/docs/../metrics",
      "/docs/%2e%2e/metrics",
      "/./metrics",
      "/docs/..\\metrics",
      "//metrics"
    ]) {
      assert.equal(await get(path), "404", path)
    }
    await stopService(service)
  })

  it("an HTTP/1.0 request with Transfer-Encoding is refused, and its connection is closed", async () => {
    const service = await startService({ DATABASE_URL: "sqlite::memory:" }, on)
    const hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    const head =
      "POST /api/v1/user HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked"
    const answer = await send(service.url, `${head}\r\n\r\n2\r\n{}\r\n0\r\n\r\n${hidden}`)
    assert.equal(statusOf(answer), "400")
    assert.equal(answer.split("HTTP/1.").length, 2, answer)
    await stopService(service)
  })
}
