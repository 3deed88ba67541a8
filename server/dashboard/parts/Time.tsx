import { signal } from "@preact/signals"

/** Changes every 15 seconds, so that relative times are updated. */
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

const relativeTo = (at: number, from: number): string => {
  const seconds = Math.round((at - from) / 1000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(seconds, "second")
}

/** A relative time, with the exact time on hover. */
export const Time = ({ at }: { readonly at: string }) => (
  <time key={ticks.value} dateTime={at} title={`${new Date(at).toLocaleString()} (${at})`}>
    {relativeTo(Date.parse(at), Date.now())}
  </time>
)
