import { randomBytes } from "node:crypto"
import { Option, Tracer } from "effect"
import { Span } from "./Span.ts"
import type { Sampler } from "./sampler.ts"

const newId = (bytes: number): string => randomBytes(bytes).toString("hex")

/** Gives sampled spans to `take` when they end. */
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
