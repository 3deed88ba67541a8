import { Schema } from "effect"

/** What a request field's document says of it beyond its type. */
interface Notes {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly writeOnly?: boolean
  readonly default?: string
}

/**
 * Fields of requests. What is said here is for the reader of the document: the services check it, and word what is
 * wrong. A client that refused before it asked would have two ways to fail for one mistake.
 */
export const text = (description: string, example: string, notes: Notes = {}) =>
  Schema.String.annotations({ jsonSchema: { type: "string", description, examples: [example], ...notes } })

/** The interface types these as text, although they hold numbers; a JSON number is as good. */
export const numeric = (description: string, example: string | number, notes: Notes = {}) =>
  Schema.Union(Schema.String, Schema.Number).annotations({
    jsonSchema: {
      type: ["string", "number"],
      description: `${description}. A JSON string or number.`,
      examples: [example],
      ...notes
    }
  })

export const password = (description: string) =>
  Schema.String.annotations({
    jsonSchema: {
      type: "string",
      description,
      minLength: 8,
      maxLength: 200,
      format: "password",
      writeOnly: true
    }
  })

export const userId = text("The user's id: of an account, or the partner's own", "customer-42", {
  minLength: 1,
  maxLength: 128
})

export const email = text("An e-mail address, unique without regard to case", "owner@acme.example", {
  maxLength: 254
})

export const confirmPassword = Schema.String.annotations({
  jsonSchema: { type: "string", description: "Must equal password", format: "password", writeOnly: true }
})
