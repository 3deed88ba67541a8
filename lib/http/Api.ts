import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "@effect/platform"
import { Context, Schema } from "effect"
import { Ecosystem } from "../domain/Identity.ts"
import type { Scope } from "../services/Sessions.ts"
import { AwardBody, AwardOutcomes, AwardPage, AwardsBody, RuleAward } from "./wire/awards.ts"
import { CoinBoard, CoinYear, PointsBoard } from "./wire/boards.ts"
import { CoinData, CoinTransaction, CoinTransactionPage, TransferBody } from "./wire/coins.ts"
import { Failure, success } from "./wire/envelope.ts"
import {
  AccessToken,
  CreateUserBody,
  LoginBody,
  Member,
  OnboardBody,
  OnboardMemberBody,
  Partner,
  User
} from "./wire/identity.ts"
import { CreateRuleBody, Rule, RuleCreated, UpdateRuleBody } from "./wire/rules.ts"

/** A request under /laas carries an access token. */
export class Authorization extends HttpApiMiddleware.Tag<Authorization>()("rewards/Authorization", {
  failure: Failure.annotations(HttpApiSchema.annotations({ status: 401 })),
  security: { bearer: HttpApiSecurity.bearer }
}) {}

/** What a token must allow for an endpoint; endpoints without it need no token. */
export class RequiredScope extends Context.Tag("rewards/RequiredScope")<RequiredScope, Scope>() {}

/** How many bytes a request body may have, where it is not the usual number. */
export class BodyLimit extends Context.Tag("rewards/BodyLimit")<BodyLimit, number>() {}

const eco = HttpApiSchema.param("eco", Ecosystem)
const created = { status: 201 }

/** Query parameters come as text; the services read them, and name what is wrong with them. */
const optional = Schema.optional(Schema.String)

const rules = HttpApiGroup.make("rules")
  .add(
    HttpApiEndpoint.post("create", "/laas/rules/create-rule")
      .setPayload(CreateRuleBody)
      .addSuccess(success(RuleCreated), created)
      .annotate(RequiredScope, "rules:write")
      .annotate(OpenApi.Summary, "Create a rule")
  )
  .add(
    HttpApiEndpoint.post("update", "/laas/rules/update-rule")
      .setPayload(UpdateRuleBody)
      .addSuccess(success(Rule))
      .annotate(RequiredScope, "rules:write")
      .annotate(OpenApi.Summary, "Change a rule; its type, completion number and sub-rules stay")
  )
  .add(
    HttpApiEndpoint.get("list", "/laas/rules")
      .setUrlParams(Schema.Struct({ after: optional, limit: optional }))
      .addSuccess(success(Schema.Array(Rule)))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  )
  .add(
    HttpApiEndpoint.post("award", "/laas/rules/award")
      .setPayload(AwardBody)
      .addSuccess(success(RuleAward), created)
      .annotate(RequiredScope, "awards:write")
      .annotate(OpenApi.Summary, "State that a user met a rule's condition once")
  )
  .add(
    HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
      .setPayload(AwardsBody)
      .addSuccess(success(AwardOutcomes), created)
      .annotate(RequiredScope, "awards:write")
      .annotate(BodyLimit, 1024 * 1024)
      .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  )
  .add(
    HttpApiEndpoint.get("awards", "/laas/rules/awards")
      .setUrlParams(
        Schema.Struct({ userId: optional, ruleName: optional, before: optional, limit: optional })
      )
      .addSuccess(success(AwardPage))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "The partner's awards, newest first")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Rules, and awarding them")

const partners = HttpApiGroup.make("partners")
  .add(
    HttpApiEndpoint.post("onboard")`/${eco}/partners`
      .setPayload(OnboardBody)
      .addSuccess(success(Partner), created)
      .annotate(OpenApi.Summary, "Register a partner and its application")
  )
  .add(
    HttpApiEndpoint.post("login")`/${eco}/partners/login`
      .setPayload(LoginBody)
      .addSuccess(success(AccessToken))
      .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  )
  .annotate(OpenApi.Description, "Partner onboarding and login")

const users = HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.post("create", "/user")
      .setPayload(CreateUserBody)
      .addSuccess(success(User), created)
      .annotate(OpenApi.Summary, "Create a user account")
  )
  .annotate(OpenApi.Description, "User accounts")

const members = HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.post("onboard", "/laas/users")
      .setPayload(OnboardMemberBody)
      .addSuccess(success(Member))
      .annotate(RequiredScope, "awards:write")
      .annotate(OpenApi.Summary, "Onboard a user under the partner's own id; again: the same member")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "A partner's members")

const boards = HttpApiGroup.make("boards")
  .add(
    HttpApiEndpoint.get("points", "/laas/leaderboard/new")
      .setUrlParams(
        Schema.Struct({
          page: optional,
          take: optional,
          partnerId: optional,
          userId: optional,
          around: optional
        })
      )
      .addSuccess(success(PointsBoard))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "Points leaderboard: by page number, or the page around a user")
  )
  .add(
    HttpApiEndpoint.get("coins", "/laas/coins/partner/ep-leaderboard")
      .setUrlParams(
        Schema.Struct({
          page: optional,
          limit: optional,
          month: optional,
          year: optional,
          type: optional,
          partnerId: optional,
          userId: optional,
          around: optional
        })
      )
      .addSuccess(success(Schema.Union(CoinBoard, CoinYear)))
      .annotate(RequiredScope, "read")
      .annotate(
        OpenApi.Summary,
        "Partner coin leaderboard: paged, around a user, or by month with a year and no month"
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Leaderboards")

const coins = HttpApiGroup.make("coins")
  .add(
    HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
      .setPayload(TransferBody)
      .addSuccess(success(CoinTransaction), created)
      .annotate(RequiredScope, "coins:write")
      .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  )
  .add(
    HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
      .setUrlParams(Schema.Struct({ userId: Schema.String }))
      .addSuccess(success(CoinData))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "A user's wallet with the partner")
  )
  .add(
    HttpApiEndpoint.get("transactions", "/laas/coins/transactions")
      .setUrlParams(Schema.Struct({ userId: Schema.String, page: optional, limit: optional }))
      .addSuccess(success(CoinTransactionPage))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "A user's coin transactions, newest first")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Wallets and transfers")

/** The contract: routes, validation, OpenAPI, documentation and the typed client all come from this one value. */
export const Api = HttpApi.make("laurel-rewards")
  .add(partners)
  .add(users)
  .add(members)
  .add(rules)
  .add(boards)
  .add(coins)
  .addError(Failure, { status: 400 })
  .prefix("/api/v1")
  .annotate(OpenApi.Title, "Laurel Rewards")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Rules, award limits, a double-entry coin ledger and leaderboards.")
