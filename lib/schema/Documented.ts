import { SchemaAST as AST, Option, type Schema } from "effect"

export type * from "./inputs.ts"

/** The interface `Form` from `inputs.ts`, which documents the encoded type of the schema `S`. It is `never` if the two types differ. */
export type Of<S extends Schema.Schema.Any, Form extends Schema.Schema.Encoded<S>> =
  Schema.Schema.Encoded<S> extends Form ? Form : never

/**
 * A `Schema.declare` says nothing about the fields of its values. So it can have an annotation with this key. The annotation is another
 * schema, which the OpenAPI document and `inputs.ts` describe instead.
 */
export const FormId: unique symbol = Symbol.for("rewards/Form")

export const formOf = (ast: AST.Annotated): Schema.Schema.Any | undefined =>
  Option.getOrUndefined(AST.getAnnotation<Schema.Schema.Any>(ast, FormId))
