import { Schema } from "effect"
import { Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

/** Sets the password. The OTP went to the e-mail address, so the address is verified too. */
export const setUserPassword = statement({
  input: { id: "uuid", password_hash: "text", at: "instant" },
  sql: `UPDATE rewards_user SET password_hash = input.password_hash,
      email_verified_at = COALESCE(rewards_user.email_verified_at, input.at)
    FROM input WHERE rewards_user.id = input.id`
})

/** Deletes the OTP if it is still this one and has not expired. */
export const claimReset = statement({
  input: { user_id: "uuid", hash: "text", at: "instant" },
  output: Schema.Struct({ userId: Uuid }),
  sql: `DELETE FROM rewards_otp WHERE purpose = 'reset' AND user_id IN (SELECT user_id FROM input)
      AND hash IN (SELECT hash FROM input) AND expires_at > (SELECT at FROM input)
    RETURNING user_id AS "userId"`
})
