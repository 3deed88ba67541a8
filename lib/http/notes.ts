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

export const page: Note = { description: "The page; 1 unless told" }

export const pageSize = (byDefault: number): Note => ({
  description: `Entries at most; ${byDefault} unless told`
})
