import type { Note } from "./fields.ts"

// Notes on fields that requests of several features have.

export const password = (description: string): Note => ({
  description,
  format: "password",
  writeOnly: true
})

export const confirmPassword = password("Must equal password")

export const email: Note = {
  description: "The e-mail address; unique without regard to case",
  example: "owner@acme.example"
}

export const userId: Note = {
  description: "The user's id: of an account, or the partner's own",
  example: "customer-42"
}

export const narration: Note = {
  description: "Why, in words of your own",
  example: "Order 1042 was returned"
}

export const metadata: Note = {
  description: "Texts of your own, which lists show and can be filtered by",
  example: { orderId: "1042" }
}

/** Notes on the parameters of lists. */
export const listing = {
  from: { description: "Entries from this moment on" },
  to: { description: "Entries before this moment" },
  metadataKey: { description: "Entries whose metadata has metadataValue under this key" },
  metadataValue: { description: "The value under metadataKey" },
  after: { description: "The `next` of the page before" }
}

export const page: Note = { description: "The page; 1 unless told" }

export const pageSize = (byDefault: number): Note => ({
  description: `Entries at most; ${byDefault} unless told`
})
