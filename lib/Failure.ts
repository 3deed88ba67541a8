import type { Schema } from "effect"
import type * as AccountsErrors from "./accounts/Errors.ts"
import type * as RewardsErrors from "./rewards/Errors.ts"
import type { InvalidInput } from "./schema/Input.ts"
import type * as SqlErrors from "./sql/Errors.ts"
import type { DatabaseTooNew } from "./sql/Migrations.ts"

type InstanceOf<Class> = Class extends new (...args: never) => infer Instance ? Instance : never
type EncodedOf<Class> = Class extends Schema.Schema.Any ? Schema.Schema.Encoded<Class> : never

/** The errors of the core. A class that is exported from an `Errors.ts` is in these lists by itself. */
type CoreClass =
  | typeof InvalidInput
  | typeof DatabaseTooNew
  | (typeof SqlErrors)[keyof typeof SqlErrors]
  | (typeof RewardsErrors)[keyof typeof RewardsErrors]

type AnyClass = CoreClass | (typeof AccountsErrors)[keyof typeof AccountsErrors]

/** What a call of the core can fail with. */
export type CoreFailure = InstanceOf<CoreClass>

/** What any call of the library can fail with: the one list, for the Promise form and for HTTP alike. */
export type Failure = InstanceOf<AnyClass>

/** A failure as plain JSON: its tag and its data. */
export type FailureData = EncodedOf<AnyClass>
