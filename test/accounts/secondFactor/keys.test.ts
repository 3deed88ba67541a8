// The keys that encrypt second factors: configured, rotated, made, lost.
import assert from "node:assert/strict"
import { existsSync, readFileSync, statSync } from "node:fs"
import { newKeyText } from "../../../lib/accounts/encryption/seal.ts"
import { openRewards } from "../../../lib/entries/rewards.ts"
import { partnerBody, password } from "../../support/bodies.ts"
import { describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { newWatch, openWorld, type World } from "../../support/world.ts"
import { codeOf, loginOf, turnOn } from "./authenticator.ts"

const period = 30_000
const watch = newWatch("2030-01-01T12:00:05.000Z")

/** Opens the engine on a database with these options, uses it, and closes it. */
const visit = async <A>(
  database: string,
  accounts: { readonly secretsKey?: string; readonly secretsKeyFile?: string },
  use: (world: World) => Promise<A>
): Promise<A> => {
  const world = await openWorld(database, { watch, accounts, http: { rateLimits: { failures: 0 } } })
  try {
    return await use(world)
  } finally {
    await world.close()
  }
}

const begin = (world: World) => world.partner("rotating").then((partner) => turnOn(world, partner, watch.now))

/** The status of a login with the next code. */
const logIn = async ({ send }: World, otp: string): Promise<number> =>
  (await send(loginOf("rotating@partners.example", { otp }))).status
const nextCode = (secret: string): string => {
  watch.now += period
  return codeOf(secret, watch.now)
}

describe("the key of second factors", () => {
  const [old, fresh, other] = [newKeyText(), newKeyText(), newKeyText()]

  it("is replaced by listing the new one before it, until each person has logged in once", async () => {
    const database = `sqlite:${await freshFile()}`
    const { recoveryCodes, secret } = await visit(database, { secretsKey: old }, begin)
    assert.equal(await visit(database, { secretsKey: fresh }, (world) => logIn(world, nextCode(secret))), 401)
    const both = { secretsKey: `${fresh}, ${old}` }
    assert.equal(await visit(database, both, (world) => logIn(world, nextCode(secret))), 200)
    assert.equal(await visit(database, { secretsKey: fresh }, (world) => logIn(world, nextCode(secret))), 200)
    assert.equal(await visit(database, { secretsKey: old }, (world) => logIn(world, nextCode(secret))), 401)
    const lost = (world: World) => logIn(world, recoveryCodes[0] ?? "")
    assert.equal(await visit(database, { secretsKey: other }, lost), 200, "recovery codes need no key")
  })

  it("is made in the database if no file is named, and still decrypts after another one is configured", async () => {
    const database = `sqlite:${await freshFile()}`
    const { secret } = await visit(database, {}, begin)
    const stored = await visit(database, {}, ({ sql }) => sql("SELECT key FROM rewards_secrets_key"))
    assert.equal(stored.length, 1)
    assert.equal(await visit(database, {}, (world) => logIn(world, nextCode(secret))), 200)
    assert.equal(await visit(database, { secretsKey: fresh }, (world) => logIn(world, nextCode(secret))), 200)
    // The login has encrypted the secret with the configured key.
    await visit(database, {}, ({ sql }) => sql("DELETE FROM rewards_secrets_key"))
    assert.equal(await visit(database, { secretsKey: fresh }, (world) => logIn(world, nextCode(secret))), 200)
  })

  it("is made in a file that only its owner can read, and the database has none", async () => {
    const filename = await freshFile()
    const place = { secretsKeyFile: `${filename}.key` }
    const { secret } = await visit(`sqlite:${filename}`, place, begin)
    assert.equal(statSync(place.secretsKeyFile).mode & 0o777, 0o600)
    const key = readFileSync(place.secretsKeyFile, "utf8")
    assert.match(key, /^[A-Za-z0-9+/]{43}=$/)
    for (const file of [filename, `${filename}-wal`].filter(existsSync)) {
      const stored = readFileSync(file)
      assert.ok(
        !stored.includes(key) && !stored.includes(secret) && !stored.includes(Buffer.from(key, "base64"))
      )
    }
    assert.equal(await visit(`sqlite:${filename}`, place, (world) => logIn(world, nextCode(secret))), 200)
    assert.equal(readFileSync(place.secretsKeyFile, "utf8"), key)
  })

  it("is one key if several processes make it at the same time", async () => {
    const database = `sqlite:${await freshFile()}`
    const worlds = await Promise.all(Array.from({ length: 3 }, () => openWorld(database, { watch })))
    const partners = await Promise.all(worlds.map((world, index) => world.partner(`maker-${index}`)))
    const made = await Promise.all(
      worlds.map((world, index) => turnOn(world, partners[index] ?? assert.fail(), watch.now))
    )
    watch.now += period
    for (const [index, { secret }] of made.entries()) {
      const other = worlds[(index + 1) % worlds.length] ?? assert.fail()
      const otp = codeOf(secret, watch.now)
      assert.equal((await other.send(loginOf(`maker-${index}@partners.example`, { otp }))).status, 200)
    }
    await Promise.all(worlds.map(({ close }) => close()))
  })

  it("of the library stands beside its SQLite file, once there is a second factor", async () => {
    const filename = await freshFile()
    const warnings: Array<string> = []
    const rewards = await openRewards({
      database: `sqlite:${filename}`,
      onWarning: (message) => warnings.push(message),
      accounts: true
    })
    const account = { ecosystem: "shop", email: partnerBody.email, password }
    const { partnerId } = await rewards.applications.onboard({ ...partnerBody, ecosystem: "shop" })
    const { accessToken } = await rewards.sessions.login(account)
    const owner = { partnerId, personId: (await rewards.sessions.check(accessToken)).actor.id }
    assert.ok(!existsSync(`${filename}.key`))
    const { secret } = await rewards.secondFactors.start(owner)
    assert.equal(statSync(`${filename}.key`).mode & 0o777, 0o600)
    assert.deepEqual(
      warnings.map((warning) => warning.includes(`${filename}.key`)),
      [true]
    )
    const { recoveryCodes } = await rewards.secondFactors.confirm({
      ...owner,
      otp: codeOf(secret, Date.now())
    })
    await assert.rejects(rewards.sessions.login(account), /^RewardsError: otp is required/)
    await rewards.sessions.login({ ...account, otp: recoveryCodes[0] })
    await rewards.secondFactors.remove({ ...owner, otp: recoveryCodes[1] ?? "" })
    await assert.rejects(
      rewards.secondFactors.removeOf({ partnerId, id: owner.personId }),
      /no second factor/
    )
    await rewards.sessions.login(account)
    await rewards.close()
  })

  it("that is not 32 bytes is refused by name, and not repeated", async () => {
    for (const secretsKey of ["short", `${fresh},short`, ""]) {
      const opened = openRewards({ database: "sqlite::memory:", accounts: { secretsKey } })
      await assert.rejects(
        opened,
        /^RewardsError: secretsKey must be 32 random bytes in base64, as (?!.*short)/
      )
    }
    const options = JSON.parse('{ "database": "sqlite::memory:", "accounts": { "secretsKey": 1 } }')
    await assert.rejects(openRewards(options), /accounts\.secretsKey must be text/)
  })
})
