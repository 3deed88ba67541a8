import { Schema } from "effect"
import { compile, isSpecial, ReadId } from "./Compiled/compile.ts"
import { type Convert, type Misfit, misfit } from "./Compiled/convert.ts"

export { compile, isSpecial, type Misfit, misfit, ReadId }

/** Makes a function when it is first called: a process uses few of the schemas that it loads. */
export const lazily = <A, B>(make: () => (value: A) => B): ((value: A) => B) => {
  let made: ((value: A) => B) | undefined
  return (value) => {
    made ??= make()
    return made(value)
  }
}

/** The compiled function of a schema converts to what its types say. */
const to =
  <A>(convert: Convert): ((value: unknown) => A | Misfit) =>
  (value) =>
    convert(value) as A | Misfit

/** Decodes what fits the schema. */
export const decoderOf = <A, I>({ ast }: Schema.Schema<A, I>): ((value: unknown) => A | Misfit) =>
  lazily(() => to<A>(compile(ast, "decode")))

/** The same as `Schema.encodeSync`, which throws for a value that does not fit. */
export const encoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: A) => I) => {
  const encode = lazily(() => to<I>(compile(schema.ast, "encode")))
  const otherwise = lazily(() => Schema.encodeSync(schema))
  return (value) => {
    const encoded = encode(value)
    return encoded === misfit ? otherwise(value) : encoded
  }
}

/** The same as `Schema.decodeUnknownSync`, which throws for a value that does not fit. */
export const strictDecoderOf = <A, I>(schema: Schema.Schema<A, I>): ((value: unknown) => A) => {
  const decode = decoderOf(schema)
  const otherwise = lazily(() => Schema.decodeUnknownSync(schema))
  return (value) => {
    const decoded = decode(value)
    return decoded === misfit ? otherwise(value) : decoded
  }
}
