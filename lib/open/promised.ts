import { type Context, Effect, Either, Schema } from "effect"
import type { Failure, FailureData } from "../http/failure.ts"
import { PartnerClocks } from "../rewards/partners/PartnerClocks.ts"
import { isTestSide } from "../rewards/partners/testSide.ts"
import { encoderOf } from "../schema/Compiled.ts"
import type { Unparsed } from "../schema/Input.ts"
import type { Receipt } from "./answers.ts"
import { RewardsError } from "./RewardsError.ts"

/** Returns a function that converts the errors of the union `list` to the error of the Promise API. */
export const errorOf = <F extends Failure, Data extends FailureData>(list: Schema.Schema<F, Data>) => {
  const encode = Schema.encodeSync(list)
  return (failure: F): RewardsError =>
    new RewardsError(failure.message, encode(failure), "retryable" in failure && failure.retryable)
}

/** Runs an effect of the services. Throws a failure as a `RewardsError`, and a defect unchanged. */
export type Run<Services, Failure> = <A>(effect: Effect.Effect<A, Failure, Services>) => Promise<A>

type Plain<Input> =
  Input extends ReadonlyArray<infer Item> ? ReadonlyArray<Exclude<Item, Unparsed>> : Exclude<Input, Unparsed>

/** The inputs of a method, without `Unparsed`. Only the HTTP interface passes `Unparsed`. */
type InputOf<Method> = Method extends (...input: infer Input) => unknown
  ? { [Index in keyof Input]: Plain<Input[Index]> }
  : never
type EffectOf<Method> = Method extends (...input: never) => infer Result ? Result : never
type FailureOf<Method> =
  EffectOf<Method> extends Effect.Effect<infer _Success, infer Failure, infer _R> ? Failure : never

/** Functions that encode the results of a service's methods as plain JSON. */
type Encoders<Service, Answers> = {
  readonly [Name in keyof Answers]: Name extends keyof Service
    ? EffectOf<Service[Name]> extends Effect.Effect<infer Success, infer _Failure, infer _R>
      ? (success: Success) => Answers[Name]
      : never
    : never
}

type ServiceOf<Id> = Id extends Context.TagClassShape<infer _Key, infer Service> ? Service : never
type Chosen<Service, Answers> = Pick<Service, keyof Service & keyof Answers>

/** The Promise form of a service. The type maps over the keys of the service, so that editors show the comments of its methods. */
export type Promised<Id, Answers> = {
  readonly [Name in keyof Chosen<ServiceOf<Id>, Answers>]: (
    ...input: InputOf<ServiceOf<Id>[Name]>
  ) => Promise<Answers[Name & keyof Answers]>
}

type Methods<Id, Service, Answers, R> = (
  run: Run<Id | R, FailureOf<Service[keyof Service & keyof Answers]>>
) => Promised<Id, Answers>

/** Makes Promise forms of services. `timed` runs a call with the clock that applies to the input of the call. */
const promisedWith =
  <R>(timed: (input: unknown, call: Effect.Effect<unknown>) => Effect.Effect<unknown, never, R>) =>
  <Id, Service extends object, Answers>(
    tag: Context.Tag<Id, Service>,
    encoders: Encoders<Service, Answers>
  ): Methods<Id, Service, Answers, R> =>
  (run) => {
    const methods = Object.entries(encoders).map(([name, encode]) => [
      name,
      async (...input: ReadonlyArray<unknown>) => {
        const answer = await run(
          Effect.flatMap(tag, (service) => timed(input[0], functionOf(Reflect.get(service, name))(...input)))
        )
        return functionOf(encode)(answer)
      }
    ])
    // TypeScript does not know the types of the entries of an object.
    return Object.fromEntries(methods) as Promised<Id, Answers>
  }

/** Returns the partner id in an input, or in the first input of a list; undefined if there is none. */
const partnerOf = (input: unknown): string | undefined => {
  const one: unknown = Array.isArray(input) ? input[0] : input
  if (typeof one !== "object" || one === null || !("partnerId" in one)) return undefined
  return typeof one.partnerId === "string" ? one.partnerId : undefined
}

/** Makes the Promise form of a service, with one method for each encoder. */
export const promised = promisedWith((_, call) => call)

/** Like `promised`, but each method runs with the clock of the partner in its input. */
export const promisedInPartnersTime = promisedWith<PartnerClocks>((input, call) => {
  const partnerId = partnerOf(input)
  return partnerId === undefined || !isTestSide(partnerId)
    ? call
    : Effect.flatMap(PartnerClocks, ({ within }) => Effect.orDie(within(partnerId, call)))
})

/** Gives several services the same `run`. */
export const runWith = <R, Services extends Readonly<Record<string, (run: R) => unknown>>>(
  run: R,
  services: Services
) =>
  // TypeScript does not know the types of the entries of an object.
  Object.fromEntries(Object.entries(services).map(([name, service]) => [name, service(run)])) as {
    readonly [Name in keyof Services]: ReturnType<Services[Name]>
  }

const functionOf = (value: unknown) => {
  if (typeof value !== "function") throw new Error("a promised method needs a method and an encoder")
  return value
}

/**
 * Returns the encoder of a schema. It encodes coins as decimal strings, instants as ISO 8601 strings, and sets as arrays. `I` is the
 * type of the encoded form. Editors show its name.
 */
export const one =
  <I>() =>
  <A>(schema: Schema.Schema<A, I>): ((answer: A) => I) =>
    encoderOf(schema)

export const many =
  <I>() =>
  <A>(schema: Schema.Schema<A, I>): ((answers: ReadonlyArray<A>) => ReadonlyArray<I>) => {
    const encode = encoderOf(schema)
    return (answers) => answers.map(encode)
  }

/** Like `one`, with the field `replayed`. It is true if the answer is the stored answer of an idempotency key. */
export const receipt =
  <I extends object>() =>
  <A extends object>(schema: Schema.Schema<A, I>) => {
    const encode = encoderOf(schema)
    return (answer: A & { readonly replayed: boolean }): Receipt<I> => ({
      ...encode(answer),
      replayed: answer.replayed
    })
  }

export const nothing = (): void => {}

/** Converts one outcome of a bulk call. `name` is the field that has the encoded answer. */
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
      // TypeScript does not know the type of a computed field.
      onRight: (answer) =>
        ({ ok: true, [name]: encode(answer) }) as { readonly ok: true } & { [K in Name]: I }
    })
