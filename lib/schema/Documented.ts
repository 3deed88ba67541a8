import { SchemaAST as AST, Option, type Schema } from "effect"

export type * from "./inputs.ts"

/** The interface `Form` from `inputs.ts`, which documents the encoded type of the schema `S`. It is `never` if the two types differ. */
export type Of<S extends Schema.Schema.Any, Form extends Schema.Schema.Encoded<S>> =
  Schema.Schema.Encoded<S> extends Form ? Form : never

/** The key of an annotation with the schema that the documents show instead of a declaration. */
export const FormId: unique symbol = Symbol.for("rewards/Form")

export const formOf = (ast: AST.Annotated): Schema.Schema.Any | undefined =>
  Option.getOrUndefined(AST.getAnnotation<Schema.Schema.Any>(ast, FormId))
