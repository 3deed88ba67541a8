import assert from "node:assert/strict"
import { partnerBody } from "../../support/bodies.ts"
import { type Call, get, post, withHeaders } from "../../support/calls.ts"
import { id, instant, matches } from "../../support/pattern.ts"
import { badBody, noRoute, row, success, type Table, unauthorized, wrongMethod } from "../../support/table.ts"

const member = (body: string | object) => post("/laas/users", body)
const nested = (depth: number) => `{"userId":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
const authorized = (authorization: string) => withHeaders(member({ userId: "x" }), { authorization })

const noToken = unauthorized("the Authorization header must be Bearer and an access token")
const badToken = unauthorized("the access token is missing, expired, revoked or unknown: log in")

/** Every operation under /laas, without a token. */
const guarded: ReadonlyArray<Call> = [
  post("/laas/rules/create-rule", {}),
  post("/laas/rules/update-rule", {}),
  get("/laas/rules"),
  post("/laas/rules/award", {}),
  post("/laas/rules/awards", {}),
  get("/laas/rules/awards"),
  post("/laas/rules/award/explain", {}),
  post("/laas/rules/award/reverse", {}),
  post("/laas/rules/awards/reverse", {}),
  post("/laas/rules/award/confirm", {}),
  post("/laas/rules/awards/confirm", {}),
  post("/laas/users", {}),
  get("/laas/leaderboard/new"),
  get("/laas/coins/partner/ep-leaderboard"),
  post("/laas/coins/transfer-from-user-wallet", {}),
  get("/laas/get-user-coin-data"),
  get("/laas/coins/transactions"),
  get("/laas/coins/transactions/search"),
  post("/laas/coins/refund", {}),
  post("/laas/coins/refunds", {})
]

/** The failures of HTTP itself, all in the envelope. */
export const http = (table: Table): void => {
  table("credentials", [
    ...guarded.map((call) => row(`${call.method} ${call.path} without a token`, () => call, noToken)),
    row("another scheme", () => authorized("Basic YTpi"), noToken),
    row("Bearer and nothing", () => authorized("Bearer "), noToken),
    row("Bearer and two words", () => authorized("Bearer a b"), noToken),
    row("an unknown token", () => authorized(`Bearer ${"A".repeat(43)}`), badToken),
    row("no token before a bad body", () => member("{"), noToken)
  ])

  table("routes", [
    row("an unknown path", ({ acme }) => acme.as(get("/laas/nothing")), noRoute("/laas/nothing")),
    row("a path with a slash too many", ({ acme }) => acme.as(get("/laas/rules/")), noRoute("/laas/rules/")),
    row(
      "GET where there is POST",
      ({ acme }) => acme.as(get("/laas/rules/award")),
      wrongMethod("GET", "POST, OPTIONS")
    ),
    row(
      "POST where there is GET",
      ({ acme }) => acme.as(post("/laas/leaderboard/new", {})),
      wrongMethod("POST", "GET, HEAD, OPTIONS")
    ),
    row(
      "DELETE where there are both",
      () => ({ ...get("/laas/rules/awards"), method: "DELETE" }),
      wrongMethod("DELETE", "POST, GET, HEAD, OPTIONS")
    )
  ])

  table(
    "bodies",
    [
      row("not JSON", ({ acme }) => acme.as(member("{")), badBody(400, "the body must be valid JSON")),
      row("nothing", ({ acme }) => acme.as(member("")), badBody(400, "the body must be valid JSON")),
      row("a list", ({ acme }) => acme.as(member("[]")), badBody(400, "the body must be a JSON object")),
      row("null", ({ acme }) => acme.as(member("null")), badBody(400, "the body must be a JSON object")),
      row("text", ({ acme }) => acme.as(member('"x"')), badBody(400, "the body must be a JSON object")),
      row(
        "17 deep",
        ({ acme }) => acme.as(member(nested(17))),
        badBody(400, "the body must not be nested more than 16 levels deep")
      ),
      row(
        "brackets in text do not count as depth",
        ({ acme }) => acme.as(member({ userId: "[".repeat(20) })),
        ({ acme }) =>
          success(200, "User onboarded successfully", {
            id,
            userId: "[".repeat(20),
            partnerId: acme.partnerId,
            attributes: {},
            userData: null,
            createdAt: instant
          })
      ),
      row(
        "another content type",
        ({ acme }) => withHeaders(acme.as(member({ userId: "x" })), { "content-type": "text/plain" }),
        badBody(415, "content-type must be application/json")
      ),
      row(
        "a form",
        () =>
          withHeaders(post("/shop/partners", "email=a"), {
            "content-type": "application/x-www-form-urlencoded"
          }),
        badBody(415, "content-type must be application/json")
      ),
      row(
        "more than 64 KiB",
        ({ acme }) => acme.as(member({ userId: "x".repeat(64 * 1024) })),
        badBody(413, "the body must be no larger than 65536 bytes")
      ),
      row(
        "more than 64 KiB in characters of several bytes, with another length in its header",
        ({ acme }) =>
          withHeaders(acme.as(member({ userId: "語".repeat(32 * 1024) })), { "content-length": "100" }),
        badBody(413, "the body must be no larger than 65536 bytes")
      ),
      row(
        "more than 1 MiB in bulk",
        ({ acme }) => acme.as(post("/laas/rules/awards", { awards: ["x".repeat(1024 * 1024)] })),
        badBody(413, "the body must be no larger than 1048576 bytes")
      )
    ],
    (test) => {
      test("the 16th level is read", async ({ acme, send }) => {
        const { status, text } = await send(acme.as(member(nested(16))))
        assert.equal(status, 400)
        assert.match(text, /userId must be text of 1 to 128 characters/)
      })

      test("a valid request id of the caller is returned, an invalid one is replaced", async ({ send }) => {
        const asked = async (id: string) =>
          (await send(withHeaders(get("/x"), { "x-request-id": id }))).headers.get("x-request-id")
        assert.equal(await asked("trace-1"), "trace-1")
        assert.notEqual(await asked("a b"), "a b")
      })

      test("an ecosystem that the deployment does not list is an unknown route", async ({ http }) => {
        const { send } = http({ ecosystems: new Set(["shop"]) })
        const reply = await send(post("/bank/partners", partnerBody))
        const { body, status } = noRoute("/bank/partners")
        matches({ status: reply.status, body: reply.body }, { status, body })
      })
    }
  )
}
