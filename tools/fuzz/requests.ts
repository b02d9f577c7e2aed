import { accessTypes, endpoints, variantFor, type AccessType, type EndpointSpec } from '@portico/contract'
import fc from 'fast-check'

import { anyValue, arbitraryValue, type JsonSchema } from './arbitrary-value.ts'

type Schema = NonNullable<EndpointSpec['params']>

/** Who makes a request: a caller of the project, mostly with matching credentials. */
export interface RandomCaller {
  readonly accessType: AccessType | null
  readonly credentials: 'own' | 'wrong' | 'none'
  readonly user: 'own' | 'other' | 'none' | 'garbage'
  readonly isOwner: boolean
}

/** A request before the ids of earlier answers are put in. */
export interface RandomRequest {
  readonly name: string
  readonly method: EndpointSpec['method']
  /** The path with its parameters in braces. */
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly caller: RandomCaller
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'json' | 'form'; readonly value: unknown }
    | { readonly kind: 'bytes'; readonly value: Uint8Array }
    | { readonly kind: 'malformed'; readonly value: string }
}

const callers = fc.record({
  accessType: fc.constantFrom(...accessTypes, ...accessTypes, null),
  credentials: fc.oneof(
    { weight: 18, arbitrary: fc.constant('own' as const) },
    fc.constantFrom('wrong' as const, 'none' as const),
  ),
  user: fc.oneof(
    { weight: 12, arbitrary: fc.constant('own' as const) },
    { weight: 4, arbitrary: fc.constant('other' as const) },
    { weight: 4, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constant('garbage' as const) },
  ),
  isOwner: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})

const malformed = fc.constantFrom(
  '{',
  '[',
  '{"a":1,"a":2}',
  '"',
  'nul',
  '{"a":1e99999}',
  '\u0000',
  '[[[['.repeat(50),
  '{"a":"\\ud800"}',
)

/** Makes requests to all endpoints, each with the schemas of an access type that may call it, mostly. */
export function randomRequests(): fc.Arbitrary<RandomRequest> {
  return fc.oneof(...[...endpoints].map(([name, spec]) => requestsTo(name, spec)))
}

function requestsTo(name: string, spec: EndpointSpec): fc.Arbitrary<RandomRequest> {
  const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter as string)
  const known = spec.params ? toJsonSchema(spec.params) : {}
  const parameters = fc.record(
    Object.fromEntries(
      names.map((parameter) => [
        parameter,
        arbitraryValue(known.properties?.[parameter] ?? { format: 'uuid', type: 'string' }).map(asText),
      ]),
    ),
  )
  const variants = Object.values(spec.access) as { readonly query?: Schema; readonly body?: Schema }[]
  const forms = variants.map((variant) => fc.tuple(queriesOf(variant.query), bodiesOf(spec, variant.body)))
  const allowed = accessTypes.filter((type) => variantFor(spec, type))
  const matchingCaller = callers.map((caller) => ({
    ...caller,
    accessType: allowed.includes(caller.accessType as AccessType) ? caller.accessType : (allowed[0] ?? null),
  }))
  return fc
    .tuple(
      parameters,
      fc.oneof(...forms),
      fc.oneof({ weight: 9, arbitrary: matchingCaller }, { weight: 1, arbitrary: callers }),
    )
    .map(([filled, [query, body], caller]) => ({
      name,
      method: spec.method,
      path: spec.path,
      parameters: filled,
      query,
      caller,
      body,
    }))
}

function queriesOf(schema: Schema | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.constant({})
  return arbitraryValue(toJsonSchema(schema)).map((value) =>
    typeof value === 'object' && value !== null ? { ...value } : {},
  )
}

function bodiesOf(spec: EndpointSpec, schema: Schema | undefined): fc.Arbitrary<RandomRequest['body']> {
  const none = fc.constant({ kind: 'none' as const })
  if (spec.method === 'GET') return none
  const bytes = fc.uint8Array({ maxLength: 200 }).map((value) => ({ kind: 'bytes' as const, value }))
  const values = schema ? arbitraryValue(toJsonSchema(schema)) : anyValue
  const fitting = values.map((value) => ({ kind: spec.acceptsForm ? ('form' as const) : ('json' as const), value }))
  return fc.oneof(
    { weight: schema || spec.takesBytes === undefined ? 20 : 5, arbitrary: fitting },
    { weight: spec.takesBytes === undefined ? 1 : 15, arbitrary: bytes },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: malformed.map((value) => ({ kind: 'malformed' as const, value })) },
  )
}

function toJsonSchema(schema: Schema): JsonSchema {
  return schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** As a part of an address. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
