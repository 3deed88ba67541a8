import { needs, type PageOperation } from "../contract.ts"
import { session } from "./session.ts"

/** Whether the role of the person who is signed in allows the operation. The API decides; the pages only hide what it would refuse. */
export const may = (operation: PageOperation): boolean => {
  const current = session.value
  const scope: string | undefined = needs[operation as keyof typeof needs]
  return scope === undefined || (current.state === "in" && current.person.scopes.includes(scope))
}

/** The pages that are about one operation. */
const operationsOf: ReadonlyArray<readonly [path: RegExp, operation: PageOperation]> = [
  [/^\/rules\/new$/, "rules.create"],
  [/^\/rules\/[^/]+\/edit$/, "rules.update"],
  [/^\/award$/, "rules.award"],
  [/^\/members\/new$/, "members.onboard"],
  [/^\/members\/import$/, "members.onboard"],
  [/^\/members\/adjust$/, "coins.adjustMany"],
  [/^\/awards\/import$/, "rules.awardMany"],
  [/^\/approvals$/, "approvals.list"],
  [/^\/settings\/keys$/, "iam.listApiKeys"],
  [/^\/settings\/people$/, "people.list"],
  [/^\/settings\/audit$/, "iam.audit"]
]

/** Whether the role allows what the page at this address is for. */
export const mayOpen = (address: string): boolean => {
  const [path = ""] = address.split("?")
  const [, operation] = operationsOf.find(([pattern]) => pattern.test(path)) ?? []
  return operation === undefined || may(operation)
}
