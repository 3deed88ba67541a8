import { Schema } from "effect"
import { keyScopes, type Scope } from "../keys/ApiKey.ts"

/** The role of a person. It decides which scopes the person's access tokens have. */
export const roles = ["owner", "manager", "support", "viewer"] as const
export const Role = Schema.Literal(...roles)
export type Role = typeof Role.Type

/** The scopes of each role. The access tests, the documents and the dashboard derive from this table which role may call what. */
export const scopesOf: Readonly<Record<Role, ReadonlyArray<Scope>>> = {
  owner: [...keyScopes, "account", "staff", "settings"],
  manager: [...keyScopes, "account"],
  support: ["read", "members:read", "awards:write", "coins:refund"],
  viewer: ["read", "members:read"]
}
