import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { describe, it } from "../../support/effect.ts"
import { soon } from "../../support/wait.ts"
import { partnerBody } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { type Service, startService } from "../service.ts"

/** A raw connection on which a test can send half a request. */
const wire = async (service: Service) => {
  const socket: Socket = connect(Number(new URL(service.url).port), "127.0.0.1")
  socket.setEncoding("utf8")
  socket.on("error", () => {})
  await once(socket, "connect")
  let received = ""
  // Not `once` of node:events: its promise also rejects with the socket, possibly unhandled.
  const closed = new Promise((resolve) => socket.once("close", resolve))
  socket.on("data", (text) => (received += text))
  const answer = async (until: RegExp): Promise<string> => {
    while (!until.test(received)) {
      const more = Promise.race([
        once(socket, "data"),
        closed.then(() => Promise.reject(new Error(`closed after: ${received}`)))
      ])
      await soon(`an answer like ${until}`, more, { seen: () => received })
    }
    const text = received
    received = ""
    return text
  }
  return { socket, closed, answer, send: (text: string) => void socket.write(text) }
}

const head = (path: string, lines: ReadonlyArray<string>) =>
  [path, "Host: localhost", ...lines, "", ""].join("\r\n")

/** An onboarding request without its body. The server has received the head, since it answers "continue". */
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

export const stop = (on: ServiceRuntime): void => {
  describe("a service that receives SIGTERM", () => {
    it("finishes running requests, accepts no new ones, and exits with code 0", async () => {
      const service = await startService({}, on)
      const request = await halfOnboarding(service)
      // An idle connection.
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

    it("can be configured to keep serving while not ready, so that a load balancer notices", async () => {
      const service = await startService({ STOP_DELAY: "2" }, on)
      service.signal("SIGTERM")
      await service.line(/SIGTERM/)
      const readiness = await fetch(`${service.url}/readyz`)
      assert.deepEqual([readiness.status, await readiness.json()], [503, { ready: false }])
      assert.equal((await fetch(`${service.url}/api/v1/laas/rules`)).status, 401)
      assert.deepEqual(await service.ended, { code: 0, signal: null })
    })

    it("exits at once at the second signal", async () => {
      const service = await startService({}, on)
      await halfOnboarding(service)
      service.signal("SIGINT")
      await service.line(/SIGINT/)
      service.signal("SIGTERM")
      assert.deepEqual(await service.ended, { code: 1, signal: null })
      assert.doesNotMatch(service.lines.join("\n"), /stopped/)
    })
  })
}
