import { post } from "../../server/caller.ts"
import type { Attack } from "./Attack.ts"

export const logins: Attack = {
  name: "logins",
  claim: "many logins from one address do not keep others from theirs",
  databases: ["sqlite"],
  prepare: async () => ({
    assaults: { "290 logins at once": { kind: "logins", callers: 290 } },
    victim: {
      login: async (url, { email, password }) =>
        (await post(`${url}/api/v1/demo/partners/login`, { email, password })).status
    }
  })
}
