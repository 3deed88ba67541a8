// One attempt over a simulated network: the test chooses what names resolve to, and which server answers.
import assert from "node:assert/strict"
import { createServer, type Server, type Socket } from "node:net"
import { Effect, Exit, Layer, Scope } from "effect"
import { type Destination, Network, open } from "../../lib/outbound/Outbound.ts"
import {
  type Attempt,
  makeSignedPost,
  newSigningSecret,
  type PostOptions
} from "../../lib/webhooks/signedPost.ts"
import { WebhookId } from "../../lib/webhooks/Webhook.ts"
import { publicAddress } from "../accounts/details/network.ts"
import { happy, startPartner } from "../accounts/details/partner.ts"
import { makeAuthority } from "../support/certificates.ts"
import { describe, it } from "../support/effect.ts"

const receiver = (url: string) => ({
  id: WebhookId.make("01990000-0000-7000-8000-000000000001"),
  url,
  secret: newSigningSecret(),
  previousSecret: null,
  previousSecretUntil: null
})

interface Surroundings extends PostOptions {
  readonly resolve?: (hostname: string) => ReadonlyArray<string>
  readonly open?: (destination: Destination) => Socket
}

/** Runs a test with one sender, whose idle connections are closed after it. */
const posting = async (
  world: Surroundings,
  test: (post: (url: string) => Promise<Attempt>) => Promise<void>
): Promise<void> => {
  const network = Layer.succeed(Network, {
    resolve: async (hostname) => world.resolve?.(hostname) ?? [publicAddress],
    open: world.open ?? ((destination) => open(destination))
  })
  const scope = Effect.runSync(Scope.make())
  const post = Effect.runSync(makeSignedPost(world).pipe(Effect.provide(network), Scope.extend(scope)))
  const body = Buffer.from(JSON.stringify({ type: "webhook.test" }))
  try {
    await test((url) =>
      Effect.runPromise(post("shop", receiver(url), "01990000-0000-7000-8000-000000000002", body))
    )
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

interface Raw {
  readonly url: string
  readonly connections: () => number
  readonly requests: () => number
  readonly close: () => Promise<void>
}

/** A server that answers each request with these bytes, as they are. */
const startRaw = async (respond: (socket: Socket) => void): Promise<Raw> => {
  const sockets = new Set<Socket>()
  let [connections, requests] = [0, 0]
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket.on("error", () => {}))
    socket.on("data", (chunk) => {
      if (!chunk.includes("POST ")) return
      requests += 1
      respond(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : assert.fail("no port")
  return {
    url: `http://127.0.0.1:${port}/`,
    connections: () => connections,
    requests: () => requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const withRaw = async (
  respond: (socket: Socket) => void,
  test: (raw: Raw, post: (url: string) => Promise<Attempt>) => Promise<void>,
  options: PostOptions = {}
) => {
  const raw = await startRaw(respond)
  try {
    await posting({ allowLoopback: true, ...options }, (post) => test(raw, post))
  } finally {
    await raw.close()
  }
}

const answer = (head: string, body = "") =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe("an attempt", () => {
  it("does not follow a redirect", () =>
    withRaw(
      (socket) => socket.write(answer("302 Found\r\nlocation: http://127.0.0.1:1/inside", "moved")),
      async ({ requests, url }, post) => {
        const { delivered, error, status } = await post(url)
        assert.deepEqual([delivered, status, error], [false, 302, "answered 302: redirects are not followed"])
        assert.equal(requests(), 1)
      }
    ))

  it("reads the first KiB of an endless answer, and closes the connection", () =>
    withRaw(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        const more = () => socket.destroyed || socket.write("x".repeat(10_000), () => setImmediate(more))
        more()
      },
      async ({ connections, url }, post) => {
        const { answer, delivered } = await post(url)
        assert.deepEqual([delivered, answer], [true, "x".repeat(1024)])
        await post(url)
        assert.equal(connections(), 2)
      }
    ))

  it("ends after its time limit, when the receiver is silent, and when it is slow", async () => {
    const slowly = (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
      const timer = setInterval(() => socket.write("x"), 20)
      socket.once("close", () => clearInterval(timer))
    }
    for (const respond of [() => {}, slowly]) {
      await withRaw(
        respond,
        async ({ url }, post) =>
          assert.equal((await post(url)).error, "url did not answer within 0.2 seconds"),
        { patience: "200 millis" }
      )
    }
  })

  it("ends after its time limit on a connection that was used before, and is not repeated on a new one", async () => {
    let answers = 1
    await withRaw(
      (socket) => void (answers-- > 0 && socket.write(answer("204 No Content"))),
      async ({ connections, requests, url }, post) => {
        assert.equal((await post(url)).delivered, true)
        assert.equal((await post(url)).error, "url did not answer within 4 seconds")
        assert.deepEqual([connections(), requests()], [1, 2])
        // The silent connection is not used again.
        answers = 1
        assert.equal((await post(url)).delivered, true)
        assert.deepEqual([connections(), requests()], [2, 3])
      },
      { patience: "4 seconds" }
    )
  })

  it("fails when the answer breaks off, or is not HTTP", async () => {
    const broken = "url broke off its answer, or did not answer in HTTP"
    for (const text of ["HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", "SSH-2.0-OpenSSH\r\n", ""]) {
      await withRaw(
        (socket) => void socket.end(text),
        async ({ url }, post) => {
          const { answer, delivered, error } = await post(url)
          assert.deepEqual([delivered, error, answer], [false, broken, null], JSON.stringify(text))
        }
      )
    }
  })

  it("uses an open connection again, and a new one when the receiver has closed it", async () => {
    let closes = false
    await withRaw(
      (socket) => {
        if (closes) socket.destroy()
        else socket.write(answer("204 No Content"))
        closes = false
      },
      async ({ connections, requests, url }, post) => {
        for (let count = 0; count < 3; count++) assert.equal((await post(url)).status, 204)
        assert.equal(connections(), 1)
        closes = true
        assert.equal((await post(url)).status, 204)
        assert.deepEqual([connections(), requests()], [2, 5])
      }
    )
  })

  it("uses no connection that was opened for another URL of the webhook", async () => {
    const other = await startRaw((socket) => void socket.write(answer("200 OK", "other")))
    await withRaw(
      (socket) => void socket.write(answer("200 OK", "first")),
      async ({ url }, post) => {
        assert.equal((await post(url)).answer, "first")
        assert.equal((await post(other.url)).answer, "other")
        assert.equal((await post(url)).answer, "first")
      }
    )
    await other.close()
  })

  it("has one time limit, also if its second connection comes after the first was closed", async () => {
    let nth = 0
    await withRaw(
      (socket) => {
        nth += 1
        if (nth === 1) socket.write(answer("204 No Content"))
        else setTimeout(() => (nth === 2 ? socket.destroy() : socket.write(answer("204 No Content"))), 700)
      },
      async ({ requests, url }, post) => {
        assert.equal((await post(url)).status, 204)
        assert.equal((await post(url)).error, "url did not answer within 1 seconds")
        assert.equal(requests(), 3)
      },
      { patience: "1 second" }
    )
  })

  it("removes NUL from an answer, which no database stores", () =>
    withRaw(
      (socket) => void socket.write(answer("200 OK", "a\u0000b")),
      async ({ url }, post) => assert.equal((await post(url)).answer, "ab")
    ))

  it("leaves no connection open after its sender has closed", async () => {
    const raw = await startRaw((socket) => void socket.write(answer("204 No Content")))
    const sockets: Array<Socket> = []
    const opened = (destination: Destination) => {
      const socket = open(destination)
      sockets.push(socket)
      return socket
    }
    await posting({ allowLoopback: true, open: opened }, async (post) => {
      await post(raw.url)
      assert.deepEqual(
        sockets.map(({ destroyed }) => destroyed),
        [false]
      )
    })
    assert.ok(sockets.every(({ destroyed }) => destroyed))
    await raw.close()
  })

  it("is refused for an address that is not public, with the same message, without a connection", async () => {
    const opened: Array<string> = []
    const inside = ["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"]
    for (const address of inside) {
      await posting(
        {
          resolve: () => [publicAddress, address],
          open: (destination) => {
            opened.push(destination.address)
            return open(destination)
          }
        },
        async (post) => {
          const { answer, error, status } = await post("https://shop.example/hooks")
          assert.deepEqual([status, answer], [null, null])
          assert.equal(
            error,
            "url does not lead to a public address: its host name must resolve to public addresses only"
          )
        }
      )
    }
    assert.deepEqual(opened, [])
  })

  it("goes to the address that was checked, whatever the name resolves to afterwards", async () => {
    const authority = makeAuthority()
    const partner = await startPartner(happy, authority.issue(["DNS:shop.example"]))
    const turns = [[publicAddress], ["127.0.0.1"], ["127.0.0.1"]]
    const opened: Array<string> = []
    await posting(
      {
        resolve: () => turns.shift() ?? [],
        open: ({ address, target }) => {
          opened.push(address)
          return open({ address: "127.0.0.1", target: { ...target, port: partner.port } }, authority.ca)
        }
      },
      async (post) => {
        assert.equal((await post("https://shop.example/hooks")).status, 200)
        const { error } = await post("https://shop.example/hooks")
        assert.match(error ?? "", /^url does not lead to a public address/)
      }
    )
    assert.deepEqual(opened, [publicAddress])
    await partner.close()
  })

  it("needs https where loopback addresses are not allowed", () =>
    posting({}, async (post) =>
      assert.equal((await post("http://shop.example/hooks")).error, "url must start with https://")
    ))
})
