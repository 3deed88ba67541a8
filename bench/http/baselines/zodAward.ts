import { z } from "zod"
import type { Wanted } from "../../baselines/award.ts"
import { faultsOf, isAmount, isStorable } from "./contract.ts"

const text = (min: number, max: number) => z.string().min(min).max(max).refine(isStorable)

/** An award's body, for the frameworks whose users check bodies with zod. */
const Award = z.strictObject({
  userId: text(1, 128),
  ruleName: z.string().trim().toLowerCase().min(1).max(128).refine(isStorable),
  amount: z.union([z.string(), z.number()]).refine(isAmount).optional(),
  narration: text(0, 500).nullish(),
  metadata: z
    .record(text(1, 40), text(0, 500))
    .refine((entries) => Object.keys(entries).length <= 50)
    .optional()
})

type Checked = { readonly wanted: Wanted } | { readonly faults: string }

export const checkAward = (body: unknown): Checked => {
  const checked = Award.safeParse(body)
  if (checked.success) {
    const { narration, ruleName, userId } = checked.data
    return { wanted: { userId, ruleName, note: narration || null } }
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { faults: "the body must be a JSON object" }
  }
  const names = checked.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0])]
  )
  return { faults: faultsOf({ ...body }, names) }
}
