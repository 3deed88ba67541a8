import assert from "node:assert/strict"
import { dataIn, get, idIn, patch, post, remove, withBearer } from "../../support/calls.ts"
import { containing, id, instant, Kind } from "../../support/pattern.ts"
import {
  type Answer,
  badRequest,
  forbidden,
  meets,
  missing,
  notFound,
  success,
  type Table
} from "../../support/table.ts"
import { own } from "./own.ts"

const partner = own("webhooks")
const stranger = own("webhook-stranger")
const path = "/laas/webhooks"
const url = "https://shop.example/hooks"
const secret = new Kind(
  "whsec_…",
  (value) => typeof value === "string" && /^whsec_[A-Za-z0-9+/]{43}=$/.test(value)
)

const orderedBy = { kind: "person", id, name: "webhooks@partners.example" }

const webhook = {
  id,
  url,
  types: ["award.paid"],
  description: "orders",
  status: "active",
  pausedReason: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: instant,
  updatedAt: instant,
  orderedBy,
  changedBy: null
}

const bodies: ReadonlyArray<readonly [string, object, Answer]> = [
  ["no url", { url: undefined }, missing("url")],
  ["no address", { url: "shop" }, badRequest(containing("url must be an absolute http or https address"))],
  [
    "another protocol",
    { url: "ftp://shop.example/" },
    badRequest(containing("url must be an absolute http"))
  ],
  [
    "a password in the address",
    { url: "https://a:b@shop.example/" },
    badRequest("url must not contain a user name or a password")
  ],
  [
    "an unknown type",
    { types: ["award.paid", "award.lost"] },
    badRequest(containing("types.1 must be one of"))
  ],
  ["no type at all", { types: [] }, badRequest(containing("types must hold at least one type"))],
  ["types that are no list", { types: "award.paid" }, badRequest("types must be a list")],
  [
    "a long description",
    { description: "x".repeat(201) },
    badRequest(containing("description must be text of"))
  ]
]

export const webhooks = (table: Table): void =>
  table("webhooks", [], (test) => {
    test("are made, shown, changed and deleted; the secret is shown once", async (world) => {
      const { as } = await partner(world)
      const made = await world.send(as(post(path, { url, types: ["award.paid"], description: " orders " })))
      meets(
        made,
        success(201, "Webhook created successfully, its secret is shown only now", { ...webhook, secret })
      )
      const one = `${path}/${idIn(made.body)}`
      meets(await world.send(as(get(path))), success(200, "Webhooks returned successfully", [webhook]))
      meets(await world.send(as(get(one))), success(200, "Webhook returned successfully", webhook))
      const paused = {
        ...webhook,
        types: [],
        description: null,
        status: "paused",
        pausedReason: "by the partner",
        changedBy: orderedBy
      }
      meets(
        await world.send(as(patch(one, { types: null, description: null, status: "paused" }))),
        success(200, "Webhook updated successfully", paused)
      )
      const rotated = await world.send(as(post(`${one}/rotate`)))
      meets(
        rotated,
        success(200, "Secret rotated successfully, the new one is shown only now", {
          ...paused,
          previousSecretUntil: instant,
          secret
        })
      )
      assert.notEqual(dataIn(rotated.body).secret, dataIn(made.body).secret)
      meets(await world.send(as(remove(one))), success(200, "Webhook deleted successfully", {}))
      meets(
        await world.send(as(get(one))),
        notFound(containing("is not a webhook of yours"), "webhook_not_found")
      )
      meets(
        await world.send(as(remove(one))),
        notFound(containing("is not a webhook of yours"), "webhook_not_found")
      )
      const trail = await world.send(as(get("/laas/iam/audit?limit=10")))
      for (const action of ["create", "update", "rotate", "delete"]) {
        assert.match(trail.text, new RegExp(`webhook.${action}`))
      }
    })

    for (const [name, change, answer] of bodies) {
      test(`are not made with ${name}`, async (world) => {
        const { as } = await partner(world)
        meets(await world.send(as(post(path, { url, ...change }))), answer)
        meets(await world.send(as(get(path))), success(200, "Webhooks returned successfully", []))
      })
    }

    test("have secrets that nobody chooses", async (world) => {
      const { as } = await partner(world)
      const one = `${path}/${idIn((await world.send(as(post(path, { url })))).body)}`
      meets(
        await world.send(as(patch(one, { secret: "mine" }))),
        badRequest(containing("secret cannot be chosen"))
      )
      meets(
        await world.send(as(patch(one, { rotateSecret: true }))),
        badRequest(containing("rotateSecret is not a field"))
      )
      await world.send(as(remove(one)))
    })

    test("of one partner do not exist for another", async (world) => {
      const [{ as }, other] = [await partner(world), await stranger(world)]
      const one = `${path}/${idIn((await world.send(as(post(path, { url })))).body)}`
      const calls = [
        get(one),
        patch(one, { status: "paused" }),
        remove(one),
        post(`${one}/rotate`),
        post(`${one}/test`),
        get(`${one}/deliveries`),
        post(`${one}/deliveries/01990000-0000-7000-8000-000000000001/redeliver`)
      ]
      for (const call of calls) {
        meets(
          await world.send(other.as(call)),
          notFound(containing("is not a webhook of yours"), "webhook_not_found")
        )
      }
      meets(await world.send(other.as(get(path))), success(200, "Webhooks returned successfully", []))
      await world.send(as(remove(one)))
    })

    test("are read with the scope read, and changed with webhooks:write", async (world) => {
      const { as, key } = await partner(world)
      const one = `${path}/${idIn((await world.send(as(post(path, { url })))).body)}`
      const reader = await world.logInWithKey(await key(["read"]))
      const writer = await world.logInWithKey(await key(["webhooks:write"]))
      for (const call of [get(path), get(one), get(`${one}/deliveries`)]) {
        assert.equal((await world.send(withBearer(call, reader))).status, 200)
        meets(await world.send(withBearer(call, writer)), forbidden("this needs the scope read"))
      }
      const redeliver = post(`${one}/deliveries/01990000-0000-7000-8000-000000000001/redeliver`)
      const writes = [
        post(path, { url }),
        patch(one, {}),
        post(`${one}/rotate`),
        post(`${one}/test`),
        redeliver,
        remove(one)
      ]
      for (const call of writes) {
        meets(await world.send(withBearer(call, reader)), forbidden("this needs the scope webhooks:write"))
      }
      meets(
        await world.send(withBearer(redeliver, writer)),
        notFound(containing("deliveryId"), "delivery_not_found")
      )
      assert.equal((await world.send(withBearer(remove(one), writer))).status, 200)
    })
  })
