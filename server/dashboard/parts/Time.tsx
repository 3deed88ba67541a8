import { signal } from "@preact/signals"
import { relativeTo } from "./relativeTime.ts"

/** Changes every 15 seconds, so that relative times are updated. */
const ticks = signal(0)
setInterval(() => {
  ticks.value += 1
}, 15_000)

/** A relative time, with the exact time on hover. */
export const Time = ({ at }: { readonly at: string }) => (
  <time key={ticks.value} dateTime={at} title={`${new Date(at).toLocaleString()} (${at})`}>
    {relativeTo(Date.parse(at), Date.now())}
  </time>
)
