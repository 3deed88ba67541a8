import { Schema } from "effect"
import { InvalidInput } from "../schema/Input.ts"
import { CannotDistribute } from "../sql/Distribution.ts"
import * as SqlErrors from "../sql/Errors.ts"
import { DatabaseTooNew, MissingRights } from "../sql/Migrations.ts"
import { CannotGrant } from "../sql/Roles.ts"
import * as RewardsErrors from "./Errors.ts"

/** Every error that a call of the core can fail with. It includes all classes that `sql/Errors.ts` and `rewards/Errors.ts` export. */
export const CoreFailure = Schema.Union(
  InvalidInput,
  DatabaseTooNew,
  MissingRights,
  CannotDistribute,
  CannotGrant,
  ...Object.values(SqlErrors),
  ...Object.values(RewardsErrors)
)
export type CoreFailure = typeof CoreFailure.Type
