import { carried } from "./Carried.ts"

/** The record that a partner's part of an archive begins with. */
export const partners = carried({
  name: "partner",
  table: "rewards_partner",
  of: "service",
  columns: { id: "uuid", name: "text", reference: "text?", created_at: "instant" },
  key: ["id"]
})
