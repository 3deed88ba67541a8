import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { publicPort, startService, tidyUp } from "../server/service.ts"
import { findBrowser, launch, patience } from "../support/browser.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { openWorld, type World } from "../support/world.ts"
import { signIn } from "./parts/dashboard.ts"

const found = findBrowser()
let browser: Browser | undefined
let world: World | undefined

afterAll(async () => {
  await browser?.close()
  await world?.close()
  tidyUp()
})

/** Who was paid, the newest first. */
const paid = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator(".feed li").allTextContents()).flatMap(
    (line) => /^(\w+) was paid/.exec(line)?.[1] ?? []
  )

describe("the live overview", () => {
  if ("missing" in found) return it.skip(`the live overview: ${found.missing}`)

  it("shows events from before, during and after a stop of the service, each once", async () => {
    const database = await migratedDatabase()
    // Another process on the same database, which runs while the service is stopped.
    world = await openWorld(database)
    const { award, email, onboard, rule } = await world.partner("restarted")
    await rule()
    for (const id of ["one", "two", "three", "four", "five", "six"]) await onboard(id)
    // Before the feed has a reader.
    await award("one")
    browser = await launch(found.path)
    const settings = { ...(await publicPort()), DATABASE_URL: database }
    const first = await startService(settings)
    const page = await browser.newPage()
    page.setDefaultTimeout(patience)
    await page.goto(`${first.url}/dashboard`)
    await signIn(page, email)
    await page.getByText("one was paid for signup").waitFor()
    const standing = page.locator("h2", { hasText: "Live" })
    await standing.getByText("reconnects automatically").waitFor()
    await award("two")
    await page.getByText("two was paid for signup").waitFor()

    first.signal("SIGKILL")
    await first.ended
    await standing.getByText("reconnecting").waitFor()
    await award("three")
    await award("four")
    assert.deepEqual(await paid(page), ["two", "one"])
    const second = await startService(settings)
    await page.getByText("four was paid for signup").waitFor()
    await standing.getByText("reconnects automatically").waitFor()
    await award("five")
    await page.getByText("five was paid for signup").waitFor()

    // A stopping service ends its streams.
    second.signal("SIGTERM")
    await second.ended
    await award("six")
    const third = await startService(settings)
    await page.getByText("six was paid for signup").waitFor()
    assert.deepEqual(await paid(page), ["six", "five", "four", "three", "two", "one"])
    await page.reload()
    await page.getByText("six was paid for signup").waitFor()
    assert.deepEqual(await paid(page), ["six", "five", "four", "three", "two", "one"])
    third.signal("SIGTERM")
    await third.ended
  })
})
