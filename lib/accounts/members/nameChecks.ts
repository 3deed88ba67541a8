import { membersLeft } from "../../rewards/sql.ts"
import { checkBy, hasOne } from "../../rewards/verification/Check.ts"

const named = "(SELECT DISTINCT partner_id, member_id FROM rewards_member_name)"
const described = `(SELECT partner_id, member_id FROM rewards_member_data UNION SELECT partner_id, member_id FROM rewards_member_name)`

/** The checks of members' records and of the names by which a search finds them. Divergences name members, and show no names. */
export const nameChecks = [
  hasOne(
    "every record and search name is that of a member who was neither erased nor merged",
    described,
    ["member_id"],
    membersLeft,
    "o.id = f.member_id"
  ),
  hasOne(
    "every search name has its record",
    named,
    ["member_id"],
    "rewards_member_data",
    "o.member_id = f.member_id"
  ),
  checkBy("member_id")(
    "every record is found by its name",
    `SELECT f.partner_id, f.member_id, 1 AS stored, COUNT(DISTINCT o.member_id) AS found
     FROM rewards_member_data f LEFT JOIN rewards_member_name o
       ON o.partner_id = f.partner_id AND o.member_id = f.member_id
     GROUP BY f.partner_id, f.member_id`
  )
]
