import { Schema } from "effect"
import { InvalidInput } from "../schema/Input.ts"
import { CannotDistribute } from "../sql/Distribution.ts"
import * as SqlErrors from "../sql/Errors.ts"
import { DatabaseTooNew, MissingRights } from "../sql/Migrations.ts"
import { CannotGrant } from "../sql/Roles.ts"
import * as RewardsErrors from "./Errors.ts"

/** Every error of the core and of its migrations. */
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
