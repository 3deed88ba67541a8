import { setSystemTime } from "bun:test"
import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { makeIdleConnections } from "../../lib/outbound/idleConnections.ts"
import { ConnectionAgent } from "../../lib/outbound/request.ts"
import { describe, it } from "../support/effect.ts"

describe("a connection that waits for the next request", () => {
  it("is used again for a minute, because its host may then have another address", async () => {
    const server = createServer(() => {}).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port")
    const socket = connect(port, "127.0.0.1")
    await once(socket, "connect")
    const idle = makeIdleConnections()
    const agent = new ConnectionAgent(socket, true)
    const start = Date.now()
    try {
      setSystemTime(start)
      idle.put("key", agent)
      assert.equal(idle.take("another key"), undefined)
      setSystemTime(start + 59_000)
      assert.equal(idle.take("key"), agent)
      idle.put("key", agent)
      setSystemTime(start + 60_000)
      assert.equal(idle.take("key"), undefined)
      assert.ok(socket.destroyed)
    } finally {
      setSystemTime()
      idle.closeAll()
      server.close()
    }
  })
})
