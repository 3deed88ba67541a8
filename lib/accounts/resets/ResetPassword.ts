import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import { Ecosystem, Email, PartnerPassword } from "../Identity.ts"

export interface ForgotInput {
  readonly ecosystem: string
  readonly email: string
  /** Returns the URL of the reset page for a token. The mail contains this URL. */
  readonly link: (token: string) => string
}

export const ForgotPassword = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  link: Schema.declare((value: unknown): value is ForgotInput["link"] => typeof value === "function")
})

export const ResetPassword = Schema.Struct({
  ecosystem: required(Ecosystem),
  token: required(Schema.String),
  password: required(PartnerPassword),
  confirmPassword: required(Schema.String)
})
export type ResetPasswordInput = Documented.Of<typeof ResetPassword, Documented.ResetPasswordInput>
