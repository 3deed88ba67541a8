import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import { Ecosystem, PartnerPassword } from "../Identity.ts"

export const ResetPassword = Schema.Struct({
  ecosystem: required(Ecosystem),
  token: required(Schema.String),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String)
})
export type ResetPasswordInput = typeof ResetPassword.Encoded
