// The dashboard behind a socket, for a browser.
import axe from "axe-core"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { makeDashboard } from "../../../lib/entries/dashboard.ts"
import { buildDashboard } from "../../../server/bundle.ts"
import { password } from "../../support/bodies.ts"
import { patience } from "../../support/browser.ts"
import { openWorld, type World } from "../../support/world.ts"

export interface Site {
  readonly url: string
  readonly world: World
  readonly close: () => Promise<void>
}

/** Serves the dashboard and the API of an engine on a free port. */
export const openSite = async (database?: string): Promise<Site> => {
  const world = await openWorld(database)
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    development: false,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith("/dashboard") ? dashboard(request) : world.fetch(request)
  })
  const url = `http://localhost:${server.port}`
  const dashboard = makeDashboard({ api: world.fetch, publicUrl: url, assets: buildDashboard })
  const close = async () => {
    await server.stop(true)
    await world.close()
  }
  return { url, world, close }
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the browser, except for refusals of the API. */
  readonly complaints: ReadonlyArray<string>
  /** URLs of other origins that the page requested. */
  readonly strangers: ReadonlyArray<string>
}

/** The policy is bypassed for the accessibility checker alone, in the tests that run it. */
export const enter = async (browser: Browser, { url }: Site, bypassCSP = false): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP })
  const page = await context.newPage()
  context.setDefaultTimeout(patience)
  const complaints: Array<string> = []
  const strangers: Array<string> = []
  page.on("console", (message) => {
    if (!/^(error|warning)$/.test(message.type())) return
    if (!/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== url) strangers.push(request.url())
  })
  return { page, context, complaints, strangers }
}

export const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value)

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

export const signIn = async (page: Page, email: string): Promise<void> => {
  await fill(page, "Workspace", "shop")
  await fill(page, "E-mail address", email)
  await fill(page, "Password", password)
  await press(page, "Sign in")
}

const overflows = "document.documentElement.scrollWidth > document.documentElement.clientWidth"

/** The accessibility faults in both themes, and whether the page is wider than a small phone or a tablet. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  await page.evaluate(axe.source)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const violations: ReadonlyArray<string> = await page.evaluate(
      "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))"
    )
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  for (const width of [360, 800]) {
    await page.setViewportSize({ width, height: 900 })
    if (await page.evaluate(overflows)) found.push(`${page.url()} is wider than ${width} pixels`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return found
}
