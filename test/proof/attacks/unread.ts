import assert from "node:assert/strict"
import { publicPort } from "../../server/service.ts"
import type { Attack, Stage } from "./Attack.ts"
import { writeHeavyAwards } from "./awards.ts"

const partners = 3

/** Partners whose lists, feeds and webhooks are as large as they can be: 130 awards with 75 kB of texts each. */
const heavyPartners = async ({ partner, url }: Stage) => {
  const made = []
  for (let count = 0; count < partners; count++) {
    const each = await partner()
    await writeHeavyAwards(url, each, 130)
    made.push(each)
  }
  return made
}

export const unread: Attack = {
  name: "unread",
  claim: "answers, streams and webhooks that partners do not read take little memory",
  settings: { OUTBOUND_LOOPBACK: "true" },
  prepare: async (stage) => {
    const attackers = await heavyPartners(stage)
    const tokens = attackers.map(({ token }) => token)
    const { PORT } = await publicPort()
    const url = `http://localhost:${PORT}/hooks`
    for (const attacker of attackers) {
      for (let count = 0; count < 16; count++) {
        const { body, status } = await attacker.post(stage.url, "/laas/webhooks", { url: `${url}/${count}` })
        assert.equal(status, 201, JSON.stringify(body))
      }
    }
    return {
      assaults: {
        "answers that are not read": {
          kind: "unread answers",
          tokens,
          path: "/laas/rules/awards?ruleName=heavy&limit=100"
        },
        "streams that are not read": { kind: "unread streams", tokens, path: "/laas/events" },
        "webhooks at a silent receiver": { kind: "silent receiver", tokens, receiver: Number(PORT) }
      }
    }
  }
}
