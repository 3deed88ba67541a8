import { signal } from "@preact/signals"

/** Counts quarters of a minute, after each of which moments are worded anew. */
const ticks = signal(0)
setInterval(() => {
  ticks.value += 1
}, 15_000)

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

export const relativeTo = (at: number, from: number): string => {
  const seconds = Math.round((at - from) / 1000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(seconds, "second")
}

/** A moment as one says it, with the exact time on hover. */
export const Time = ({ at }: { readonly at: string }) => (
  <time key={ticks.value} dateTime={at} title={`${new Date(at).toLocaleString()} (${at})`}>
    {relativeTo(Date.parse(at), Date.now())}
  </time>
)
