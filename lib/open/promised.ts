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

/** Those methods with the same inputs, as promises of plain JSON. */
export type Promised<Service, Chosen> = {
  readonly [Name in keyof Chosen & keyof Service]: (
    ...input: InputOf<Service[Name]>
  ) => Promise<AnswerOf<Chosen[Name]>>
}

/**
 * The Promise form of a service: a method for every encoder. This table is all that there is to it; inputs come from the
 * service's type, answers from the encoders.
 */
export const promised = <Id, Service extends object, const Chosen extends Encoders<Service>>(
  tag: Context.Tag<Id, Service>,
  encoders: Chosen
) => {
  const methodOf = (service: Service, name: string) => {
    const method: unknown = Reflect.get(service, name)
    if (typeof method !== "function") throw new Error(`${tag.key} has no method ${name}`)
    return method
  }
  return (run: Run<Id, never>): Promised<Service, Chosen> => {
    const methods = Object.entries(encoders).map(([name, encode]) => [
      name,
      async (...input: ReadonlyArray<unknown>) => {
        if (typeof encode !== "function") throw new Error(`${tag.key} has no encoder for ${name}`)
        const answer = await run(Effect.flatMap(tag, (service) => methodOf(service, name)(...input)))
        return encode(answer)
      }
    ])
    // TypeScript does not follow an object through its entries; the types of `Promised` say what they are.
    return Object.fromEntries(methods) as Promised<Service, Chosen>
  }
}

/** The encoded form of a schema: coins are decimal strings, instants are ISO 8601 strings. */
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

/** What is plain JSON already. */
export const plain = <A>(answer: A): A => answer

export const nothing = (_: void): void => {}

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
