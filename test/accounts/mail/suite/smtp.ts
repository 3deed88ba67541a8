import assert from "node:assert/strict"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { type Duration, Effect, Layer } from "effect"
import { verificationCode } from "../../../../lib/accounts/mail/letters.ts"
import * as MailSender from "../../../../lib/accounts/mail/MailSender.ts"
import { Mails } from "../../../../lib/accounts/mail/Mails.ts"
import { layer, type SmtpOptions } from "../../../../lib/accounts/mail/smtp.ts"
import { layerFromUrl } from "../../../../lib/drivers/url.ts"
import { describe, it } from "../../../support/effect.ts"
import { soon } from "../../../support/wait.ts"
import { ended, makeDue, outboxOn, triedTimes } from "../outbox.ts"
import { openPostOffice, type PostOfficeOptions } from "../postOffice.ts"

const letter = verificationCode({ name: "Zoë O'Hara", code: "012345", minutes: 10 })
const from = "Rewards, by Shop <no-reply@shop.example>"

const openOffice = (options: PostOfficeOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => openPostOffice(options)),
    (office) => Effect.promise(office.close)
  )

/** An outbox with one mail, and a sender that delivers to this server. */
const sending = (
  options: Partial<SmtpOptions> & { url: string },
  patience: Duration.DurationInput = "1 minute"
) =>
  Effect.gen(function* () {
    const services = MailSender.layer({ poll: "10 millis", patience }).pipe(
      Layer.provideMerge(outboxOn(layerFromUrl("sqlite::memory:"))),
      Layer.provide(layer({ from, ...options }))
    )
    const context = yield* Layer.build(services)
    yield* Effect.provide(
      Effect.flatMap(Mails, (mails) => mails.write({ to: "zoe@mail.example", letter, expiresAt: null })),
      context
    )
    return {
      context,
      tried: (times: number) => Effect.provide(triedTimes(times), context),
      again: Effect.provide(makeDue, context),
      ended: Effect.provide(ended, context)
    }
  })

/** Short timeouts for the tests that wait for them. */
const brief = { connect: 200, greeting: 200, silence: 200 }

/** The SMTP transport behind the sender, against a real server. */
export const smtp = (runtime: string): void =>
  describe(`mail by SMTP on ${runtime}`, () => {
    it.live(
      "arrives with its text and HTML, its sender, recipient, subject, and an id that is the outbox's",
      () =>
        Effect.gen(function* () {
          const office = yield* openOffice()
          const mail = yield* (yield* sending({ url: `smtp://127.0.0.1:${office.port}` })).ended
          assert.equal(mail.state, "sent")
          assert.equal(office.received.length, 1)
          const [received] = office.received
          assert.ok(received)
          const { headers } = received
          assert.deepEqual([received.from, received.to], ["no-reply@shop.example", ["zoe@mail.example"]])
          assert.deepEqual(
            [headers.from, headers.to, headers.subject, headers["message-id"], headers["auto-submitted"]],
            [
              '"Rewards, by Shop" <no-reply@shop.example>',
              "zoe@mail.example",
              letter.subject,
              `<${mail.id}@shop.example>`,
              "auto-generated"
            ]
          )
          assert.match(headers["content-type"] ?? "", /^multipart\/alternative;/)
          assert.deepEqual(
            [received.text.trimEnd(), received.html.trimEnd()],
            [letter.text.trimEnd(), letter.html.trimEnd()]
          )
        })
    )

    it.live("waits for a server that is down, and is delivered once when it is up", () =>
      Effect.gen(function* () {
        const { port } = yield* Effect.scoped(openOffice())
        const outbox = yield* sending({ url: `smtp://127.0.0.1:${port}` })
        const down = yield* outbox.tried(1)
        assert.equal(down.state, "waiting")
        assert.match(down.error ?? "", /ECONNREFUSED|refused/i)
        const office = yield* openOffice({ port })
        yield* outbox.again
        const up = yield* outbox.ended
        assert.deepEqual([up.state, up.attempts, up.error], ["sent", 2, null])
        assert.equal(office.received.length, 1)
      })
    )

    for (const [name, manners] of [
      ["that never greets", { silent: true }],
      ["that never says whether it took the mail", { data: "hang" }]
    ] as const) {
      it.live(`gives up waiting for a server ${name}, and tries again`, () =>
        Effect.gen(function* () {
          const office = yield* openOffice()
          Object.assign(office.manners, manners)
          const outbox = yield* sending({ url: `smtp://127.0.0.1:${office.port}`, timeouts: brief })
          const late = yield* outbox.tried(1)
          assert.equal(late.state, "waiting")
          assert.match(late.error ?? "", /timeout|greeting never received/i)
          Object.assign(office.manners, { silent: false, data: undefined })
          yield* outbox.again
          assert.equal((yield* outbox.ended).state, "sent")
          assert.equal(office.received.length, 1)
        })
      )
    }

    it.live("closes the connection to a server that answers too slowly without ever being silent", () =>
      Effect.gen(function* () {
        const trickling = createServer((socket) => {
          const timer = setInterval(() => socket.write("220-wait\r\n"), 10)
          socket.on("error", () => {})
          socket.once("close", () => clearInterval(timer))
        })
        trickling.listen(0, "127.0.0.1")
        yield* Effect.promise(() => once(trickling, "listening"))
        const hungUp = new Promise<void>((resolve) =>
          trickling.once("connection", (socket) => socket.once("close", () => resolve()))
        )
        const { port } = trickling.address() as AddressInfo
        const outbox = yield* sending({ url: `smtp://127.0.0.1:${port}` }, "1 second")
        assert.match((yield* outbox.tried(1)).error ?? "", /^not delivered within 1s$/)
        yield* Effect.promise(() => soon("the sender to hang up", hungUp))
        yield* Effect.promise(() => new Promise((resolve) => trickling.close(resolve)))
        const office = yield* openOffice({ port })
        yield* outbox.again
        assert.equal((yield* outbox.ended).state, "sent")
        assert.equal(office.received.length, 1)
      })
    )

    const answers: ReadonlyArray<readonly [manners: object, state: string, reason: RegExp]> = [
      [{ recipient: 550 }, "given up", /550 as the test says/],
      [{ recipient: 553 }, "given up", /553 as the test says/],
      [{ data: 554 }, "given up", /554 as the test says/],
      [{ data: 552 }, "given up", /552 as the test says/],
      [{ recipient: 451 }, "waiting", /451 as the test says/],
      [{ recipient: 421 }, "waiting", /421 as the test says/],
      [{ recipient: 530 }, "waiting", /530 as the test says/],
      [{ data: 452 }, "waiting", /452 as the test says/]
    ]
    for (const [manners, state, reason] of answers) {
      it.live(`to a server that answers ${JSON.stringify(manners)} is ${state}, with the reason`, () =>
        Effect.gen(function* () {
          const office = yield* openOffice()
          Object.assign(office.manners, manners)
          const outbox = yield* sending({ url: `smtp://127.0.0.1:${office.port}` })
          const mail = yield* outbox.tried(1)
          assert.equal(mail.state, state)
          assert.match(mail.error ?? "", reason)
          assert.equal(mail.text === "", state === "given up")
          if (state === "given up") return
          Object.assign(office.manners, { recipient: undefined, data: undefined })
          yield* outbox.again
          assert.equal((yield* outbox.ended).state, "sent")
        })
      )
    }

    it.live("a wrong password delays mails and is not revealed, and the right one sends them", () =>
      Effect.gen(function* () {
        const office = yield* openOffice({ password: "s3same @home/%" })
        const url = (password: string) =>
          `smtp://shop:${encodeURIComponent(password)}@127.0.0.1:${office.port}`
        const wrong = yield* (yield* sending({ url: url("wrong-hunter2") })).tried(1)
        assert.equal(wrong.state, "waiting")
        assert.match(wrong.error ?? "", /535|login/i)
        assert.doesNotMatch(JSON.stringify(wrong), /hunter2/)
        const missing = yield* (yield* sending({ url: `smtp://127.0.0.1:${office.port}` })).tried(1)
        assert.deepEqual([missing.state, /530/.test(missing.error ?? "")], ["waiting", true])
        assert.equal((yield* (yield* sending({ url: url("s3same @home/%") })).ended).state, "sent")
        assert.deepEqual(
          office.received.map(({ user }) => user),
          ["shop"]
        )
      })
    )

    const secure: ReadonlyArray<
      readonly [
        name: string,
        security: PostOfficeOptions["security"],
        scheme: string,
        query: string,
        outcome: RegExp
      ]
    > = [
      [
        "switches to TLS if the server offers it",
        "starttls",
        "smtp",
        "?tls.rejectUnauthorized=false",
        /^secure$/
      ],
      ["speaks TLS from the start to smtps", "tls", "smtps", "?tls.rejectUnauthorized=false", /^secure$/],
      ["does not trust a certificate of the server's own making", "starttls", "smtp", "", /certificate/],
      [
        "is not sent in the clear when TLS is required",
        undefined,
        "smtp",
        "?requireTLS=true",
        /STARTTLS|TLS/
      ],
      ["is sent in the clear to a server that knows no TLS", undefined, "smtp", "", /^plain$/]
    ]
    for (const [name, security, scheme, query, outcome] of secure) {
      it.live(name, () =>
        Effect.gen(function* () {
          const office = yield* openOffice(security === undefined ? {} : { security })
          const outbox = yield* sending({ url: `${scheme}://127.0.0.1:${office.port}${query}` })
          const mail = yield* outbox.tried(1)
          const [received] = office.received
          const seen = received === undefined ? mail.error : received.secure ? "secure" : "plain"
          assert.match(seen ?? "", outcome)
        })
      )
    }
  })
