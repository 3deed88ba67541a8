import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, describe, it } from "../support/effect.ts"
import { partnerBody } from "./caller.ts"
import { type Service, startService, tidyUp } from "./service.ts"

afterAll(tidyUp)

/** A connection whose bytes the test sends and reads itself, so that a request can be half sent. */
const wire = async (service: Service) => {
  const socket: Socket = connect(Number(new URL(service.url).port), "127.0.0.1")
  socket.setEncoding("utf8")
  socket.on("error", () => {})
  await once(socket, "connect")
  let received = ""
  // Not `once` of node:events, whose promise also fails with the socket, perhaps when nothing awaits it.
  const closed = new Promise((resolve) => socket.once("close", resolve))
  socket.on("data", (text) => (received += text))
  const answer = async (until: RegExp): Promise<string> => {
    while (!until.test(received))
      await Promise.race([
        once(socket, "data"),
        closed.then(() => Promise.reject(new Error(`closed after: ${received}`)))
      ])
    const text = received
    received = ""
    return text
  }
  return { socket, closed, answer, send: (text: string) => void socket.write(text) }
}

const head = (path: string, lines: ReadonlyArray<string>) =>
  [path, "Host: localhost", ...lines, "", ""].join("\r\n")

/** Onboarding with its body still to come. The server has the request, since it says "continue", and cannot answer it. */
const halfOnboarding = async (service: Service) => {
  const body = JSON.stringify(partnerBody("ops@shop.example", "Sesame-123"))
  const request = await wire(service)
  const lines = [
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Expect: 100-continue"
  ]
  request.send(head("POST /api/v1/demo/partners HTTP/1.1", lines))
  assert.match(await request.answer(/\r\n\r\n$/), /^HTTP\/1\.1 100 Continue/)
  return { ...request, finish: () => request.send(body) }
}

describe("a service that is told to stop", () => {
  it("finishes what is in flight, accepts nothing more, and ends with code 0", async () => {
    const service = await startService()
    const request = await halfOnboarding(service)
    // A neighbour that is connected, and idle.
    const idle = await wire(service)
    idle.send(head("GET /healthz HTTP/1.1", []))
    await idle.answer(/\}$/)

    service.signal("SIGTERM")
    await idle.closed
    await assert.rejects(fetch(`${service.url}/healthz`), "the port is closed")
    request.finish()
    assert.match(await request.answer(/\}\}$/), /^HTTP\/1\.1 201[\s\S]*"status":"success"/)
    assert.deepEqual(await service.ended, { code: 0, signal: null })
    assert.match(service.lines.at(-1) ?? "", /stopped$/)
  })

  it("can be given time in which it serves and is not ready, so that a balancer finds out", async () => {
    const service = await startService({ STOP_DELAY: "2" })
    service.signal("SIGTERM")
    await service.line(/SIGTERM/)
    const readiness = await fetch(`${service.url}/readyz`)
    assert.deepEqual([readiness.status, await readiness.json()], [503, { ready: false }])
    assert.equal((await fetch(`${service.url}/api/v1/laas/rules`)).status, 401)
    assert.deepEqual(await service.ended, { code: 0, signal: null })
  })

  it("ends at once at the second signal", async () => {
    const service = await startService()
    await halfOnboarding(service)
    service.signal("SIGINT")
    await service.line(/SIGINT/)
    service.signal("SIGTERM")
    assert.deepEqual(await service.ended, { code: 1, signal: null })
    assert.doesNotMatch(service.lines.join("\n"), /stopped/)
  })
})
