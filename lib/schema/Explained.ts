import { Option, type Schema, SchemaAST } from "effect"

const MendId = Symbol.for("rewards/Mend")

/** Why an error happens, and what the caller can do about it. The catalogue of errors is made of these. */
export interface Explained {
  readonly cause: string
  readonly mend: string
}

/** Annotations of an error's class. */
export const explained = (cause: string, mend: string) => ({ description: cause, [MendId]: mend })

/** What a class is annotated with; undefined where it is not. */
export const explanationOf = ({ ast }: Schema.Schema.All): Explained | undefined => {
  const annotated = SchemaAST.isTransformation(ast) ? ast.to : ast
  const cause = Option.getOrUndefined(SchemaAST.getDescriptionAnnotation(annotated))
  const mend = Option.getOrUndefined(SchemaAST.getAnnotation<string>(MendId)(annotated))
  return cause === undefined || mend === undefined ? undefined : { cause, mend }
}
