import type { AccessType, Operations } from '@portico/contract'

/** What a caller sends and gets. Operations with the same fields for every access type have one entry. */
type Variant<Call extends keyof Operations, Access extends AccessType> = Operations[Call] extends { any: infer Same }
  ? Same
  : Operations[Call] extends Readonly<Record<Access, infer Own>>
    ? Own
    : never

/** The operations of an access type, such as `PATCH /users/{user_id}`. */
export type CallOf<Access extends AccessType> = {
  [Call in keyof Operations]: [Variant<Call, Access>] extends [never] ? never : Call
}[keyof Operations]

/** The answer of an operation for an access type. */
export type AnswerOf<
  Call extends keyof Operations,
  Access extends AccessType = 'client',
> = Call extends keyof Operations ? (Variant<Call, Access> extends { answer: infer Answer } ? Answer : never) : never

export type BodyOf<Call extends keyof Operations, Access extends AccessType = 'client'> =
  Variant<Call, Access> extends { body: infer Body } ? Body : never

export type QueryOf<Call extends keyof Operations, Access extends AccessType = 'client'> =
  Variant<Call, Access> extends { query: infer Query } ? Query : never

/** The operations that answer a list. */
export type ListCallOf<Access extends AccessType> = {
  [Call in CallOf<Access>]: AnswerOf<Call, Access> extends { items: unknown[] } ? Call : never
}[CallOf<Access>]

/** An item of the list that an operation answers. */
export type ItemOf<Call extends keyof Operations, Access extends AccessType = 'client'> =
  AnswerOf<Call, Access> extends { items: (infer Item)[] } ? Item : never

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** The parts of a request that an operation declares: `params` of its path, `query` and `body`. */
export type PartsOf<Call extends keyof Operations, Access extends AccessType> = ([ParameterOf<Call>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParameterOf<Call>, string>> }) &
  (Variant<Call, Access> extends { query: infer Query }
    ? object extends Query
      ? { readonly query?: Query }
      : { readonly query: Query }
    : unknown) &
  (Variant<Call, Access> extends { body: infer Body } ? { readonly body: Body } : { readonly body?: NoFields })

type NoFields = Readonly<Record<string, never>>
