import type * as AccountsErrors from "./accounts/Errors.ts"
import type * as RewardsErrors from "./rewards/Errors.ts"
import type { InvalidInput } from "./schema/Input.ts"
import type * as SqlErrors from "./sql/Errors.ts"
import type { DatabaseTooNew } from "./sql/Migrations.ts"

type InstanceOf<Class> = Class extends new (...args: never) => infer Instance ? Instance : never
type InstancesOf<Module> = { [Name in keyof Module]: InstanceOf<Module[Name]> }[keyof Module]

/** What a call of the core can fail with. A class that is exported from an `Errors.ts` is in this list by itself. */
export type CoreFailure =
  | InvalidInput
  | DatabaseTooNew
  | InstancesOf<typeof SqlErrors>
  | InstancesOf<typeof RewardsErrors>

/** What any call of the library can fail with: the one list, for the Promise form and for HTTP alike. */
export type Failure = CoreFailure | InstancesOf<typeof AccountsErrors>
