import assert from "node:assert/strict"
import axe from "axe-core"
import type { Browser, Page } from "playwright-core"
import { password, userBody } from "../support/bodies.ts"
import { findBrowser, launch, visit } from "../support/browser.ts"
import { post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { openShop, type Shop } from "./parts/shop.ts"

const found = findBrowser()
let opened: { readonly world: Shop; readonly browser: Browser } | undefined
const at = () => opened ?? assert.fail("the browser did not open")

/** The pages forbid scripts, so the accessibility checker runs in a copy without their content security policy. */
const accessibilityFaults = async (page: Page): Promise<ReadonlyArray<string>> => {
  const markup = await page.content()
  const copy = await at().browser.newPage({ viewport: { width: 360, height: 640 } })
  await copy.setContent(markup)
  await copy.evaluate(axe.source)
  const faults: ReadonlyArray<string> = await copy.evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))"
  )
  await copy.close()
  return faults
}

/** Whether the page is wider than a small phone. */
const overflows = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

const signIn = async (page: Page, tag: string, password: string): Promise<void> => {
  await page.getByLabel("Tag or e-mail address").fill(tag)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in and allow" }).click()
}

describe("in a browser, on a small phone", () => {
  if ("missing" in found) return it.skip(`the pages: ${found.missing}`)

  beforeAll(async () => {
    opened = { world: await openShop(), browser: await launch(found.path) }
  })
  afterAll(async () => {
    await opened?.browser.close()
    await opened?.world.close()
  })

  it("a user logs in, consents, and returns to the partner with a valid code", async () => {
    const { browser, world } = at()
    const { complaints, page } = await visit(browser)
    await page.goto(world.authorizeUrl())
    assert.match((await page.getByRole("heading").textContent()) ?? "", /Acme Shop/)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])

    await signIn(page, userBody.tag, userBody.password)
    await page.waitForURL(`${world.returnUrl}*`)
    const { searchParams } = new URL(page.url())
    assert.equal(searchParams.get("state"), "a state & more")
    assert.equal(searchParams.get("iss"), `${world.url}/api/v1/shop`)
    const token = await world.send(
      post("/shop/users/authorization/token", {
        grantType: "authorization_code",
        clientId: world.shop.clientId,
        code: searchParams.get("code"),
        codeVerifier: world.verifier
      })
    )
    assert.equal(token.status, 200, token.text)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("a wrong password is shown in an alert, the tag is kept, and the next attempt can succeed", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    await page.goto(world.authorizeUrl())
    await signIn(page, userBody.tag, "not the password")
    assert.match((await page.getByRole("alert").textContent()) ?? "", /wrong/)
    assert.equal(await page.getByLabel("Tag or e-mail address").inputValue(), userBody.tag)
    assert.equal(await page.getByLabel("Password").inputValue(), "")
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await signIn(page, userBody.tag, userBody.password)
    await page.waitForURL(`${world.returnUrl}*`)
    assert.ok(new URL(page.url()).searchParams.get("code"))
    await page.context().close()
  })

  it("Cancel needs no password, and returns the user to the partner with access_denied", async () => {
    const { browser, world } = at()
    const { complaints, page } = await visit(browser)
    await page.goto(world.authorizeUrl())
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.waitForURL(`${world.returnUrl}*`)
    assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied")
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("the keyboard alone is enough", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    await page.goto(world.authorizeUrl())
    await page.keyboard.press("Tab")
    await page.keyboard.type(userBody.tag)
    await page.keyboard.press("Tab")
    await page.keyboard.type(userBody.password)
    await page.keyboard.press("Enter")
    await page.waitForURL(`${world.returnUrl}*`)
    assert.ok(new URL(page.url()).searchParams.get("code"))
    await page.context().close()
  })

  it("a partner's page may redirect to another origin", async () => {
    const { browser, world } = at()
    const { complaints, page } = await visit(browser)
    await page.goto(world.authorizeUrl({ redirect_uri: world.onwardUrl }))
    await signIn(page, userBody.tag, userBody.password)
    await page.waitForURL(/127\.0\.0\.1:\d+\/landed/)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("two tabs do not affect each other", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    await page.goto(world.authorizeUrl())
    const other = await page.context().newPage()
    await other.goto(world.authorizeUrl())
    await signIn(page, userBody.tag, userBody.password)
    await page.waitForURL(`${world.returnUrl}*`)
    assert.ok(new URL(page.url()).searchParams.get("code"))
    await page.context().close()
  })

  it("an address that is not registered shows an error page, without a redirect", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    const response = await page.goto(world.authorizeUrl({ redirect_uri: "https://evil.example/" }))
    assert.equal(response?.status(), 400)
    assert.equal(new URL(page.url()).origin, world.url)
    await page.context().close()
  })

  it("a request with an error shows a page that names the host, and a click brings the error there", async () => {
    const { browser, world } = at()
    const { complaints, page } = await visit(browser)
    const response = await page.goto(world.authorizeUrl({ scope: "everything" }))
    assert.equal(response?.status(), 400)
    assert.equal(new URL(page.url()).origin, world.url)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: `Go to ${new URL(world.returnUrl).host}` }).click()
    await page.waitForURL(`${world.returnUrl}*`)
    const { searchParams } = new URL(page.url())
    assert.deepEqual(
      [searchParams.get("error"), searchParams.get("state")],
      ["invalid_scope", "a state & more"]
    )
    // The browser reports the status of the page itself, and nothing else.
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("no other page can show it in a frame", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    await page.setContent(`<iframe src="${world.authorizeUrl().replaceAll("&", "&amp;")}"></iframe>`)
    const frame = page.frames()[1] ?? assert.fail("there is no frame")
    await frame.waitForLoadState().catch(() => undefined)
    assert.equal(await frame.getByLabel("Password").count(), 0)
    await page.context().close()
  })

  it("the mailed link sets a new password once, and ends the sessions of the old one", async () => {
    const { browser, world } = at()
    const { page } = await visit(browser)
    const { email } = world.shop
    const asked = await world.send(post("/shop/partners/forgot-password", { email }))
    assert.equal(asked.status, 200)
    const link = /http:\S+/.exec(await world.lastMail())?.[0] ?? assert.fail("the mail has no link")
    await page.goto(link)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])

    const fill = async (first: string, second: string) => {
      await page.getByLabel("New password").fill(first)
      await page.getByLabel("Repeat the password").fill(second)
      await page.getByRole("button", { name: "Save the password" }).click()
    }
    await fill("longenough", "longenough")
    assert.match((await page.getByRole("alert").textContent()) ?? "", /one uppercase letter/)
    await fill("N3w-secret", "N3w-secret")
    assert.match((await page.getByRole("heading").textContent()) ?? "", /changed/)

    const login = (password: string) =>
      world.send(post("/shop/partners/login", { email, password })).then(({ status }) => status)
    assert.equal(await login(password), 401)
    assert.equal(await login("N3w-secret"), 200)

    assert.equal((await page.goto(link))?.status(), 400)
    assert.match((await page.getByRole("main").textContent()) ?? "", /was used/)
    await page.context().close()
  })
})
