import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The latency of one way to find a position, for one number of members. */
export interface Point {
  readonly series: string
  readonly members: number
  /** The median, in milliseconds. */
  readonly latency: number
}

const docs = join(import.meta.dirname, "../../docs")
const dataFile = join(docs, "boards.json")
const plotFile = join(docs, "boards.svg")

/** Merges the points with those of earlier runs, newer ones replacing older ones, and draws them all. */
export const plot = (points: ReadonlyArray<Point>): string => {
  const known: ReadonlyArray<Point> = existsSync(dataFile) ? JSON.parse(readFileSync(dataFile, "utf8")) : []
  const merged = new Map([...known, ...points].map((point) => [`${point.series} ${point.members}`, point]))
  const all = Array.from(merged.values()).sort(
    (a, b) => a.series.localeCompare(b.series) || a.members - b.members
  )
  writeFileSync(dataFile, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(plotFile, draw(all))
  return "docs/boards.svg"
}

const [width, height] = [760, 440]
const frame = { left: 80, right: 210, top: 30, bottom: 50 }
const colours = ["#0b6e4f", "#1d70b8", "#b3261e", "#7a4b9a", "#c77700", "#555555"]
const decades = { members: [4, 7], latency: [-2, 4] } as const

const along = (value: number, [from, to]: readonly [number, number], start: number, end: number): number =>
  start + ((Math.log10(value) - from) / (to - from)) * (end - start)

const x = (members: number): number => along(members, decades.members, frame.left, width - frame.right)
const y = (latency: number): number => along(latency, decades.latency, height - frame.bottom, frame.top)

const range = ([from, to]: readonly [number, number]): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index))

const text = (at: readonly [number, number], words: string, more = ""): string =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`

const line = (from: readonly [number, number], to: readonly [number, number], more: string): string =>
  `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" ${more}/>`

const grid = (): ReadonlyArray<string> => [
  ...range(decades.members).flatMap((members) => [
    line([x(members), frame.top], [x(members), height - frame.bottom], 'stroke="#ddd"'),
    text([x(members), height - frame.bottom + 18], members.toLocaleString("en"), 'text-anchor="middle"')
  ]),
  ...range(decades.latency).flatMap((latency) => [
    line([frame.left, y(latency)], [width - frame.right, y(latency)], 'stroke="#ddd"'),
    text([frame.left - 8, y(latency) + 4], `${latency} ms`, 'text-anchor="end"')
  ])
]

const curve = (points: ReadonlyArray<Point>, colour: string): ReadonlyArray<string> => {
  const path = points.map(({ latency, members }) => `${x(members).toFixed(1)},${y(latency).toFixed(1)}`)
  const last = points.at(-1)
  return [
    `<polyline points="${path.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(
      ({ latency, members }) =>
        `<circle cx="${x(members).toFixed(1)}" cy="${y(latency).toFixed(1)}" r="3.5" fill="${colour}"/>`
    ),
    last === undefined
      ? ""
      : text([width - frame.right + 10, y(last.latency) + 4], last.series, `fill="${colour}"`)
  ]
}

const draw = (points: ReadonlyArray<Point>): string => {
  const series = Array.from(Map.groupBy(points, (point) => point.series).values())
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    "<title>One exact position: median latency by members of the board</title>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text([frame.left, 18], "One exact position: median latency by members of the board", 'font-size="14"'),
    ...grid(),
    ...series.flatMap((some, index) => curve(some, colours[index % colours.length]!)),
    text([(frame.left + width - frame.right) / 2, height - 8], "members", 'text-anchor="middle"'),
    "</svg>",
    ""
  ].join("\n")
}
