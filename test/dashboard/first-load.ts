// Measures how long the overview takes from its address to its numbers, with a year of data: bun run test/dashboard/first-load.ts
import type { Page } from "playwright-core"
import { openDemo } from "./demo.ts"

const rounds = 9
const awards = Number(process.argv[2] ?? 20_000)

/** Milliseconds from the start of the navigation to the frame that shows the plots, the costs and the feed. */
const usable = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () =>
      document.querySelector(".dayplot .bars div") && document.querySelector(".hbars li") && document.querySelector(".feed li")
        ? requestAnimationFrame((now) => resolve(now))
        : requestAnimationFrame(look)
    look()
  })`)

const demo = await openDemo({ awards })
const first: Array<number> = []
const again: Array<number> = []
for (let round = 0; round < rounds; round++) {
  const page = await demo.enter()
  await page.goto(`${demo.url}/dashboard`, { waitUntil: "commit" })
  first.push(await usable(page))
  await page.reload({ waitUntil: "commit" })
  again.push(await usable(page))
  await page.context().close()
}
await demo.close()

const summary = (times: ReadonlyArray<number>): string => {
  const sorted = times.toSorted((one, other) => one - other).map(Math.round)
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, slowest ${sorted.at(-1)} ms of ${sorted.length}`
}
console.log(`${awards} awards in a year`)
// A clone bundles and compresses the page at the first request.
console.log(`the very first:  ${Math.round(first[0] ?? 0)} ms`)
console.log(`without a cache: ${summary(first.slice(1))}`)
console.log(`read again:      ${summary(again)}`)
process.exit(0)
