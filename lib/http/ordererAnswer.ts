import { Schema } from "effect"
import { Orderer } from "../rewards/orderers/Orderer.ts"
import { answer, described } from "./answerSchemas.ts"

const OrdererAnswer = answer("Orderer", Orderer, {
  kind: { description: "A person of the partner, an API key, or the program that embeds the service" },
  id: { description: "The id of the person or of the API key; null for a program" },
  name: { description: "The e-mail address of the person, or the name of the API key or program" }
})

/** Returns the schema of an orderer. `what` says what the orderer did, such as `created the rule`. */
export const orderer = (what: string) =>
  described(Schema.NullOr(OrdererAnswer), `Who ${what}; null if the caller is not known`)
