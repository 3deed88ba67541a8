// The dashboard over an engine in this process, called without a network.
import assert from "node:assert/strict"
import { type Dashboard, type DashboardOptions, makeDashboard } from "../../lib/entries/dashboard.ts"
import { buildDashboard } from "../../server/bundle.ts"
import { password } from "../support/bodies.ts"
import { openWorld, type World } from "../support/world.ts"

export interface Site {
  readonly world: World
  readonly dashboard: Dashboard
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
}

/** The `data` of an answer in the envelope. */
export const dataOf = async (answer: Response) => {
  const { data } = JSON.parse(await answer.text())
  return data
}

/** The headers that the page sends with every request. */
export const own = { "x-laurel-dashboard": "1", "sec-fetch-site": "same-origin" }

export const openSite = async (options: Partial<DashboardOptions> = {}): Promise<Site> => {
  const world = await openWorld()
  const dashboard = makeDashboard({
    api: world.fetch,
    publicUrl: "http://localhost:3000",
    assets: buildDashboard,
    ...options
  })
  const ask = (path: string, init?: RequestInit) =>
    dashboard(new Request(`http://localhost:3000${path}`, init))
  return { world, dashboard, ask }
}

/** Signs a partner of the ecosystem "shop" in, and returns its cookie as a browser sends it. */
export const signIn = async ({ ask }: Site, email: string): Promise<string> => {
  const answer = await ask("/dashboard/session?ecosystem=shop", {
    method: "POST",
    headers: { ...own, "content-type": "application/json" },
    body: JSON.stringify({ email, password })
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
}
