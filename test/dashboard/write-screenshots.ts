// Writes the pictures of the README: npm run screenshots. The demo is the same each time; fonts are those of the machine.
import { fileURLToPath } from "node:url"
import { openDemo } from "./demo.ts"

const folder = fileURLToPath(new URL("../../docs/", import.meta.url))

// A Sunday afternoon, so that the plot ends with an unfinished day.
const demo = await openDemo({ awards: 10_000, until: new Date("2026-11-15T15:30:00Z") })

const overview = await demo.enter({ colorScheme: "light" })
await overview.goto(`${demo.url}/dashboard`)
await overview.getByText("reconnects automatically").waitFor()
await overview.getByText("Expires if not spent").waitFor()
await overview.screenshot({ path: `${folder}dashboard-overview.png`, animations: "disabled" })

const award = await demo.enter({ colorScheme: "dark", viewport: { width: 1200, height: 520 } })
await award.goto(`${demo.url}/dashboard/award`)
await award.getByRole("combobox", { name: "Member", exact: true }).fill("ada")
await award.getByRole("option").first().click()
await award.getByRole("combobox", { name: "Rule", exact: true }).fill("review")
await award.keyboard.press("Enter")
await award.getByRole("heading", { name: /^Would/ }).waitFor()
await award.screenshot({ path: `${folder}dashboard-award.png`, animations: "disabled" })

await demo.close()
process.exit(0)
