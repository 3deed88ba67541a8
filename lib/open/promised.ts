import { type Context, Effect, Either, Schema } from "effect"

/** Runs an effect of the services. A failure is thrown as a `RewardsError`, a defect as it is. */
export type Run<Services, Failure> = <A>(effect: Effect.Effect<A, Failure, Services>) => Promise<A>

/** For some methods of a service, how their answers become plain JSON. */
type Encoders<Service> = {
  readonly [Name in keyof Service]?: Service[Name] extends (
    ...input: infer _Input
  ) => Effect.Effect<infer Answer, infer _Failure, infer _Services>
    ? (answer: Answer) => unknown
    : never
}

type InputOf<Method> = Method extends (...input: infer Input) => unknown ? Input : never
type AnswerOf<Encoder> = Encoder extends (...input: never) => infer Answer ? Answer : never
type FailureOf<Method> = Method extends (
  ...input: never
) => Effect.Effect<infer _Answer, infer Failure, infer _Services>
  ? Failure
  : never

type ServiceOf<Id> = Id extends Context.TagClassShape<infer _Key, infer Service> ? Service : never

/**
 * Those methods of a service with the same inputs, as promises of plain JSON. It names the service's tag and goes over
 * the service's own keys, so that an editor shows the service's comments, in the published types too.
 */
export type Promised<Id, Chosen> = {
  readonly [Name in keyof ServiceOf<Id> as Name & keyof Chosen]: (
    ...input: InputOf<ServiceOf<Id>[Name]>
  ) => Promise<AnswerOf<Chosen[Name & keyof Chosen]>>
}

/**
 * The Promise form of a service: one method for every encoder. Inputs and failures come from the service's type, answers
 * from the encoders. A method whose failures the runner cannot throw does not compile.
 */
export const promised =
  <Id, Service extends object, const Chosen extends Encoders<Service>>(
    tag: Context.Tag<Id, Service>,
    encoders: Chosen
  ) =>
  (run: Run<Id, FailureOf<Service[keyof Chosen & keyof Service]>>): Promised<Id, Chosen> => {
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
    return Object.fromEntries(methods) as Promised<Id, Chosen>
  }

const functionOf = (value: unknown) => {
  if (typeof value !== "function") throw new Error("a promised method needs a method and an encoder")
  return value
}

/** The encoded form of a schema: coins are decimal strings, instants are ISO 8601 strings, sets are arrays. */
export const one = <A, I>(schema: Schema.Schema<A, I>): ((answer: A) => I) => {
  const encode = Schema.encodeSync(schema)
  return (answer) => encode(answer)
}

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

/** One outcome of many, for callers that look at each. */
export const outcome =
  <A, E, I, Thrown>(encode: (answer: A) => I, thrown: (failure: E) => Thrown) =>
  (
    result: Either.Either<A, E>
  ): { readonly ok: true; readonly award: I } | { readonly ok: false; readonly error: Thrown } =>
    Either.match(result, {
      onLeft: (failure) => ({ ok: false as const, error: thrown(failure) }),
      onRight: (answer) => ({ ok: true as const, award: encode(answer) })
    })
