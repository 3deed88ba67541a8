import { signal } from "@preact/signals"
import { momentWords } from "./moments.ts"
import { relativeTo } from "./relativeTime.ts"

/** Changes every minute, so that "Today" ends with the day. */
const ticks = signal(0)
setInterval(() => {
  ticks.value += 1
}, 60_000)

/** The date and time of an instant. On hover, the exact instant, and how far it is away. */
export const Time = ({ at }: { readonly at: string }) => {
  const [instant, now] = [Date.parse(at), Date.now()]
  return (
    <time key={ticks.value} dateTime={at} title={`${at} (${relativeTo(instant, now)})`}>
      {momentWords(instant, now)}
    </time>
  )
}
