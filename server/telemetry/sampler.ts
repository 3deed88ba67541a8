import type { Tracer } from "effect"
import type { TracesPlan } from "../telemetry.ts"

/** Decides whether a span is sent. A span inside of another of this process is sent if that one is. */
export type Sampler = (traceId: string, parent: Tracer.AnySpan | undefined) => boolean

/** The last 56 bits of a trace's id are random; their upper 52 fit a number. All programs decide alike for one trace. */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(18, 31), 16) >= (1 - ratio) * 2 ** 52

export const makeSampler = ({ ratio, sampler }: Pick<TracesPlan, "ratio" | "sampler">): Sampler => {
  const followsCaller = sampler.startsWith("parentbased_")
  const decide: Readonly<Record<string, (traceId: string) => boolean>> = {
    always_on: () => true,
    always_off: () => false,
    traceidratio: (traceId) => isWithin(traceId, ratio)
  }
  const root = decide[sampler.replace("parentbased_", "")] ?? (() => true)
  return (traceId, parent) =>
    parent !== undefined && (parent._tag === "Span" || followsCaller) ? parent.sampled : root(traceId)
}
