import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { success } from "../wire/envelope.ts"
import { CreateUserBody, User } from "../wire/users.ts"
import { created } from "./annotations.ts"

export const users = HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.post("create", "/user")
      .setPayload(CreateUserBody)
      .addSuccess(success(User), created)
      .annotate(OpenApi.Summary, "Create a user account")
  )
  .annotate(OpenApi.Description, "User accounts")
