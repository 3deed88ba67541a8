import { type Context, Effect, Either, type Schema } from "effect"
import { encoderOf } from "../schema/Compiled.ts"
import type { Unparsed } from "../schema/Input.ts"

/** Runs an effect of the services. A failure is thrown as a `RewardsError`, a defect as it is. */
export type Run<Services, Failure> = <A>(effect: Effect.Effect<A, Failure, Services>) => Promise<A>

/** The inputs of a method, without the unparsed fields of HTTP requests, which methods accept in their place. */
type InputOf<Method> = Method extends (...input: infer Input) => unknown
  ? { [Index in keyof Input]: Exclude<Input[Index], Unparsed> }
  : never
type EffectOf<Method> = Method extends (...input: never) => infer Result ? Result : never
type FailureOf<Method> =
  EffectOf<Method> extends Effect.Effect<infer _Success, infer Failure, infer _R> ? Failure : never

/** Encoders for the results of a service's methods, which become the plain JSON of the Promise form. */
type Encoders<Service, Answers> = {
  readonly [Name in keyof Answers]: Name extends keyof Service
    ? EffectOf<Service[Name]> extends Effect.Effect<infer Success, infer _Failure, infer _R>
      ? (success: Success) => Answers[Name]
      : never
    : never
}

type ServiceOf<Id> = Id extends Context.TagClassShape<infer _Key, infer Service> ? Service : never
type Chosen<Service, Answers> = Pick<Service, keyof Service & keyof Answers>

/**
 * The methods of a service that have an encoder here, with the same inputs, as promises. The type maps over the keys of the service,
 * so that an editor shows the comments of the service, also in the published types.
 */
export type Promised<Id, Answers> = {
  readonly [Name in keyof Chosen<ServiceOf<Id>, Answers>]: (
    ...input: InputOf<ServiceOf<Id>[Name]>
  ) => Promise<Answers[Name & keyof Answers]>
}

/**
 * The Promise form of a service: one method for every encoder. Inputs and failures come from the service's type, answers
 * from the encoders. A method whose failures the runner cannot throw does not compile.
 */
export const promised =
  <Id, Service extends object, Answers>(
    tag: Context.Tag<Id, Service>,
    encoders: Encoders<Service, Answers>
  ) =>
  (run: Run<Id, FailureOf<Service[keyof Service & keyof Answers]>>): Promised<Id, Answers> => {
    const methods = Object.entries(encoders).map(([name, encode]) => [
      name,
      async (...input: ReadonlyArray<unknown>) => {
        const answer = await run(
          Effect.flatMap(tag, (service) => functionOf(Reflect.get(service, name))(...input))
        )
        return functionOf(encode)(answer)
      }
    ])
    // TypeScript does not follow an object through its entries; the types of `Promised` say what they are.
    return Object.fromEntries(methods) as Promised<Id, Answers>
  }

const functionOf = (value: unknown) => {
  if (typeof value !== "function") throw new Error("a promised method needs a method and an encoder")
  return value
}

/** The encoded form of a schema: coins are decimal strings, instants are ISO 8601 strings, sets are arrays. */
export const one: <A, I>(schema: Schema.Schema<A, I>) => (answer: A) => I = encoderOf

export const many = <A, I>(
  schema: Schema.Schema<A, I>
): ((answers: ReadonlyArray<A>) => ReadonlyArray<I>) => {
  const encode = one(schema)
  return (answers) => answers.map(encode)
}

/** The same with whether an idempotency key replayed it. */
export const receipt = <A extends object, I extends object>(schema: Schema.Schema<A, I>) => {
  const encode = one(schema)
  return (answer: A & { readonly replayed: boolean }): I & { readonly replayed: boolean } => ({
    ...encode(answer),
    replayed: answer.replayed
  })
}

export const nothing = (): void => {}

/** One outcome of a bulk. The record has its own field. */
export const outcome =
  <Name extends string, A, E, I, Thrown>(
    name: Name,
    encode: (answer: A) => I,
    thrown: (failure: E) => Thrown
  ) =>
  (
    result: Either.Either<A, E>
  ): ({ readonly ok: true } & { readonly [K in Name]: I }) | { readonly ok: false; readonly error: Thrown } =>
    Either.match(result, {
      onLeft: (failure) => ({ ok: false as const, error: thrown(failure) }),
      // TypeScript does not follow a computed name into a mapped type.
      onRight: (answer) =>
        ({ ok: true, [name]: encode(answer) }) as { readonly ok: true } & { [K in Name]: I }
    })
