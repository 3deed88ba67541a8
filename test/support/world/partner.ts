// A partner over the services, with shorthand to make rules, members, awards and transfers.
import { Effect } from "effect"
import {
  Activities,
  Adjustments,
  Approvals,
  type AwardInput,
  Awards,
  Boards,
  Coins,
  type CreateRuleInput,
  Ledger,
  Members,
  Partners,
  PersonalData,
  Rewards,
  Rules,
  Settings,
  Sweeper,
  type TransferInput,
  Transfers
} from "../../../lib/index.ts"

export const services = Effect.all({
  partners: Partners,
  rules: Rules,
  members: Members,
  awards: Awards,
  transfers: Transfers,
  adjustments: Adjustments,
  approvals: Approvals,
  activities: Activities,
  boards: Boards,
  ledger: Ledger,
  personalData: PersonalData,
  settings: Settings,
  sweeper: Sweeper,
  /** Checks the ledger and the boards. */
  verify: Effect.map(
    Effect.context<Rewards.Rewards>(),
    (context) => () => Effect.provide(Rewards.verify(), context)
  )
})

export type Services = Effect.Effect.Success<typeof services>

/** A complete rule. A test gives only the fields that matter to it. */
export const ruleInput = (
  partnerId: string,
  fields: Partial<Omit<CreateRuleInput, "partnerId">>
): CreateRuleInput => ({
  partnerId,
  name: "signup",
  coinValue: "10",
  maxNumberOfParticipant: 1000,
  ...(fields.type === "combined" ? {} : { condition: "signed up" }),
  ...fields
})

export const subRules = (...names: ReadonlyArray<string>) =>
  names.map((name) => ({ name, condition: `did ${name}` }))

/** The engine from the view of one partner. */
export const partnerView = (engine: Services, partnerId: string) => ({
  ...engine,
  partnerId,
  rule: (fields: Partial<Omit<CreateRuleInput, "partnerId">> = {}) =>
    engine.rules.create(ruleInput(partnerId, fields)),
  onboard: (...userIds: ReadonlyArray<string>) =>
    engine.members.onboardMany(userIds.map((userId) => ({ partnerId, userId }))),
  award: (userId: string, ruleName = "signup", rest: Omit<Partial<AwardInput>, "partnerId"> = {}) =>
    engine.awards.award({ partnerId, userId, ruleName, ...rest }),
  awardMany: (inputs: ReadonlyArray<Omit<AwardInput, "partnerId">>) =>
    engine.awards.awardMany(inputs.map((input) => ({ partnerId, ...input }))),
  transfer: (userId: string, coins: string | number, rest: Omit<Partial<TransferInput>, "partnerId"> = {}) =>
    engine.transfers.transfer({ partnerId, userId, coins, ...rest }),
  coins: (userId: string) =>
    Effect.map(engine.members.wallet({ partnerId, userId }), ({ coins }) => Coins.format(coins))
})

export type PartnerView = ReturnType<typeof partnerView>

/** A new partner. Tests on one database therefore do not see each other's rules, members and coins. */
export const newPartner = Effect.gen(function* () {
  const engine = yield* services
  const { id } = yield* engine.partners.register({ name: "a partner" })
  return partnerView(engine, id)
})
