import { Schema } from "effect"
import { Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { AtLimit } from "../limits/Limit.ts"

const core = {
  partnerId: Id("PartnerId"),
  ruleId: Id("RuleId"),
  coinValue: Coins,
  maxNumberOfParticipant: Integer,
  participants: Integer,
  userLimitAward: Schema.NullOr(Integer),
  completionNumber: Schema.NullOr(Integer),
  type: Schema.Literal("single", "batched", "combined"),
  startsAt: Schema.NullOr(Instant),
  endsAt: Schema.NullOr(Instant),
  countedUntil: Schema.NullOr(Instant),
  generation: Integer,
  atLimit: AtLimit,
  timeZone: Schema.String,
  limits: Schema.NullOr(Schema.String),
  ordinal: Integer,
  id: Id("RuleId"),
  name: Schema.String,
  condition: Schema.String,
  status: Schema.Literal("active", "inactive")
}

/** One row for each condition of a rule: the rule's own, then its sub-rules in their order. */
const RuleCoreRow = Schema.Struct(core)
export type RuleCoreRow = typeof RuleCoreRow.Type

const RuleRow = Schema.Struct({ ...core, createdAt: Instant, updatedAt: Instant })
export type RuleRow = typeof RuleRow.Type

const coreColumns = `r.partner_id AS "partnerId", r.id AS "ruleId", r.coin_value AS "coinValue",
  r.max_participants AS "maxNumberOfParticipant", r.participants, r.user_limit AS "userLimitAward",
  r.completion_number AS "completionNumber", r.type, r.starts_at AS "startsAt", r.ends_at AS "endsAt",
  r.counted_until AS "countedUntil", r.generation, r.at_limit AS "atLimit", r.time_zone AS "timeZone", r.limits, c.ordinal, c.id, c.name, c.condition, c.status`
const columns = `${coreColumns}, r.created_at AS "createdAt", r.updated_at AS "updatedAt"`

/** The rules that own the named conditions, each with all of its conditions. */
const named = `FROM input
  CROSS JOIN rewards_condition n CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE n.partner_id = input.partner_id AND n.name = input.name
    AND r.partner_id = n.partner_id AND r.id = n.rule_id
    AND c.partner_id = r.partner_id AND c.rule_id = r.id`

const chosen = `FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE r.partner_id = input.partner_id AND r.id = input.id AND c.partner_id = r.partner_id AND c.rule_id = r.id`

const byName = { partnerId: "uuid", name: "text" } as const
const byId = { partner_id: "uuid", id: "uuid" } as const

/**
 * Every transaction locks rules in this order. The conditions are locked too, so that a name or status is never
 * stale.
 */
const order = "r.partner_id, r.id, c.ordinal"

export const readByName = statement({ input: byName, output: RuleRow, sql: `SELECT ${columns} ${named}` })

export const lockByName = statement({
  input: byName,
  output: RuleCoreRow,
  sql: ({ lock }) => `SELECT ${coreColumns} ${named}${lock("r, c", order)}`
})

const ofEither = `FROM (
    SELECT n.partner_id, n.rule_id FROM input CROSS JOIN rewards_condition n
    WHERE n.partner_id = input.partner_id AND n.name = input.name
    UNION SELECT input.partner_id, input.rule_id FROM input WHERE input.rule_id IS NOT NULL
  ) AS n CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE r.partner_id = n.partner_id AND r.id = n.rule_id
    AND c.partner_id = r.partner_id AND c.rule_id = r.id`

/** The same for rules of which some are known by a name and some by their id. */
export const lockByNameOrId = statement({
  input: { partnerId: "uuid", name: "text?", ruleId: "uuid?" },
  output: RuleCoreRow,
  sql: ({ lock }) => `SELECT ${coreColumns} ${ofEither}${lock("r, c", order)}`
})

/** The same without locks. */
export const readCoreByName = statement({
  input: byName,
  output: RuleCoreRow,
  sql: `SELECT ${coreColumns} ${named}`
})

export const readById = statement({ input: byId, output: RuleRow, sql: `SELECT ${columns} ${chosen}` })

export const lockById = statement({
  input: byId,
  output: RuleRow,
  sql: ({ lock }) => `SELECT ${columns} ${chosen}${lock("r, c", order)}`
})

/**
 * A page of a partner's rules in the order of their ids, which is the order of their creation: all, or those with a status of
 * their own. The others are passed over one by one; it reads no more than the partner's rules.
 */
export const readPage = statement({
  input: { partner_id: "uuid", after: "uuid", status: "text?", size: "integer" },
  output: RuleRow,
  sql: `SELECT ${columns}
    FROM (
      SELECT p.partner_id, p.id FROM rewards_rule p
      WHERE p.partner_id = (SELECT partner_id FROM input) AND p.id > (SELECT after FROM input)
        AND ((SELECT status FROM input) IS NULL OR (SELECT status FROM input) = (SELECT o.status FROM rewards_condition o
          WHERE o.partner_id = p.partner_id AND o.rule_id = p.id AND o.ordinal = 0))
      ORDER BY p.id LIMIT (SELECT size FROM input)
    ) AS page
    CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
    WHERE r.partner_id = page.partner_id AND r.id = page.id AND c.partner_id = r.partner_id AND c.rule_id = r.id
    ORDER BY r.id, c.ordinal`
})

/** The most tallies that a page of progress looks at. */
export const maxTallies = 500

/**
 * What members have done in the running cycle of a rule, in the order of their ids, those who have done nothing included. An index
 * of the others would have to be written with every award; this reads the primary key, and no more than a bound of it. The bound is a
 * parameter: PostgreSQL would read and sort all tallies of the rule for one that is above its guess of how many there are.
 */
export const readProgress = statement({
  input: { partner_id: "uuid", rule_id: "uuid", after: "uuid", most: "integer" },
  output: Schema.Struct({ memberId: Id("MemberId"), progress: Integer }),
  sql: `SELECT t.member_id AS "memberId", t.progress FROM rewards_tally t
    WHERE t.partner_id = (SELECT partner_id FROM input) AND t.rule_id = (SELECT rule_id FROM input)
      AND t.member_id > (SELECT after FROM input)
    ORDER BY t.member_id LIMIT (SELECT most FROM input)`
})

const programme = {
  starts_at: "instant?",
  ends_at: "instant?",
  at_limit: "text",
  time_zone: "text",
  limits: "text?"
} as const

export const insertRule = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    coin_value: "integer",
    max_participants: "integer",
    user_limit: "integer?",
    completion_number: "integer?",
    type: "text",
    ...programme,
    created_at: "instant"
  },
  output: Schema.Struct({ id: Id("RuleId") }),
  sql: `INSERT INTO rewards_rule (partner_id, id, coin_value, max_participants, user_limit, completion_number, type,
       starts_at, ends_at, at_limit, time_zone, limits, created_at, updated_at)
     SELECT input.partner_id, input.id, coin_value, max_participants, user_limit, completion_number, type,
       starts_at, ends_at, at_limit, time_zone, limits, input.created_at, input.created_at
     FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id
     RETURNING id`
})

export const insertConditions = statement({
  input: {
    partner_id: "uuid",
    rule_id: "uuid",
    ordinal: "integer",
    id: "uuid",
    name: "text",
    condition: "text",
    status: "text"
  },
  output: Schema.Struct({ name: Schema.String }),
  sql: `INSERT INTO rewards_condition (partner_id, rule_id, ordinal, id, name, condition, status)
     SELECT partner_id, rule_id, ordinal, id, name, condition, status FROM input WHERE true
     ON CONFLICT (partner_id, name) DO NOTHING RETURNING name`
})

export const updateRule = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    coin_value: "integer",
    max_participants: "integer",
    user_limit: "integer?",
    ...programme,
    generation: "small",
    counted_until: "instant?",
    updated_at: "instant"
  },
  sql: `UPDATE rewards_rule SET coin_value = input.coin_value, max_participants = input.max_participants,
       user_limit = input.user_limit, starts_at = input.starts_at, ends_at = input.ends_at, at_limit = input.at_limit,
       time_zone = input.time_zone, limits = input.limits, generation = input.generation,
       counted_until = input.counted_until, updated_at = input.updated_at
     FROM input WHERE rewards_rule.partner_id = input.partner_id AND rewards_rule.id = input.id`
})

export const updateOwnCondition = statement({
  input: { partner_id: "uuid", rule_id: "uuid", name: "text", condition: "text", status: "text" },
  sql: `UPDATE rewards_condition SET name = input.name, condition = input.condition, status = input.status
     FROM input
     WHERE rewards_condition.partner_id = input.partner_id AND rewards_condition.rule_id = input.rule_id
       AND rewards_condition.ordinal = 0`
})

export const updateStatuses = statement({
  input: { partner_id: "uuid", rule_id: "uuid", ordinal: "integer", status: "text" },
  sql: `UPDATE rewards_condition SET status = input.status
     FROM input
     WHERE rewards_condition.partner_id = input.partner_id AND rewards_condition.rule_id = input.rule_id
       AND rewards_condition.ordinal = input.ordinal`
})
