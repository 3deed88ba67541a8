import { randomBytes } from "node:crypto"
import { Option, Tracer } from "effect"
import type { Settings } from "../settings.ts"
import { Span } from "./Span.ts"

export interface SamplerOptions {
  readonly sampler: Settings["OTEL_TRACES_SAMPLER"]
  /** The share of traces that `traceidratio` sends, from 0 to 1. */
  readonly ratio: number
}

/** Decides whether a span is sent. A child of a span of this process follows its parent. */
export type Sampler = (traceId: string, parent: Tracer.AnySpan | undefined) => boolean

/** The last 56 bits of a trace id are random; the upper 52 of them fit a number. All programs decide the same for one trace. */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(18, 31), 16) >= (1 - ratio) * 2 ** 52

export const makeSampler = ({ ratio, sampler }: SamplerOptions): Sampler => {
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

const newId = (bytes: number): string => randomBytes(bytes).toString("hex")

/** Calls `take` with each sampled span when it ends. */
export const makeTracer = (sampler: Sampler, take: (span: object) => void): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const known = Option.getOrUndefined(parent)
      const traceId = known?.traceId ?? newId(16)
      const sampled = sampler(traceId, known)
      return new Span({
        name,
        traceId,
        spanId: newId(8),
        parent,
        context,
        links,
        sampled,
        kind,
        startTime,
        take
      })
    },
    context: (run) => run()
  })
