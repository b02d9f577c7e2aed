import { z } from 'zod'

import {
  accessTypes,
  allowedAccessTypes,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type Variant,
} from './src/endpoints/endpoint.ts'
import { camelCase } from './src/rules/letter-case.ts'
import { webhookEvents } from './src/endpoints/webhook-events.ts'

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  description?: string
  pattern?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

type Direction = 'input' | 'output'

/**
 * Generates TypeScript types for the wire objects of the contract, without a dependency on Zod: one per exported schema
 * of an object, a union or an enumeration, with its name, and one for all operations. Schemas that callers send use
 * their input type, the others their output type.
 */
export function wireTypes(contract: Readonly<Record<string, unknown>>): string {
  const types = new NamedTypes(contract)
  return [
    '// Generated from the contract by tools/build-wire-types.mjs. Not in git.',
    "import type { Json } from '../rules/json.ts'",
    ...types.declarations(),
    webhookDataType(types),
    operationsType(types, contract['endpoints'] as ReadonlyMap<string, EndpointSpec>),
  ].join('\n\n')
}

/** A union of records that one of their members distinguishes. */
export type UnionSchema = z.ZodDiscriminatedUnion<readonly z.ZodObject[]>

/** An interface of the SDK with the fields of a schema, or a union of such interfaces. */
export interface SdkRecord {
  readonly name: string
  readonly comment: string
  readonly schema: z.ZodObject | UnionSchema
  /** The SDK renames the members of this schema within other records as well, so these name its type. */
  readonly isPart?: boolean
  /** Fields that the SDK declares by hand, because it presents them in another way. */
  readonly without: readonly string[]
  /** The types of fields whose schema is less precise, by name. */
  readonly types?: Readonly<Record<string, string>>
  /** What callers send, in place of what they read. */
  readonly isOptions?: boolean
  /** Renamed by `toCamelCase` and `toSnakeCase`, which keep a moment as a number. */
  readonly keepsNumbers?: boolean
  /** Services with the first release of the protocol do not send the fields. */
  readonly isPartial?: boolean
}

/**
 * Generates interfaces of the SDK: the names are those of `present` and `bodyOf`, and the comments are the
 * descriptions. A mapped type would have the same members without their comments.
 */
export function sdkTypes(contract: Readonly<Record<string, unknown>>, records: readonly SdkRecord[]): string {
  const types = new NamedTypes(contract)
  const sdk = new SdkInterfaces(types, records)
  const texts = records.map((record) => sdk.declaration(record))
  const used = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^[^*]*?: .*$/gm)].flatMap(([line]) => line.match(/(?<=[:|(\s])[A-Z]\w+/g) ?? []),
    ),
  )
  for (const known of ['Date', 'Record', ...records.map(({ name }) => name)]) used.delete(known)
  return [
    '// Generated from the contract by tools/build-wire-types.mjs. Not in git.',
    `import type { ${[...used].join(', ')} } from '@portico/contract'`,
    ...texts,
  ].join('\n\n')
}

/** Writes the records of the SDK. */
class SdkInterfaces {
  readonly #types: NamedTypes
  readonly #parts: ReadonlyMap<z.ZodType, SdkRecord>
  /** The names of fields. A description can mention these, and also values with an underscore. */
  readonly #fieldNames: ReadonlySet<string>

  constructor(types: NamedTypes, records: readonly SdkRecord[]) {
    this.#types = types
    this.#parts = new Map(records.flatMap((record) => (record.isPart ? [[record.schema, record] as const] : [])))
    const wire = types.declarations().join('\n')
    this.#fieldNames = new Set([...wire.matchAll(/^ *(\w+)\??: /gm)].map(([, name = '']) => name))
  }

  declaration(record: SdkRecord): string {
    const { comment, name, schema } = record
    const start = `/** ${comment} */\nexport`
    return schema instanceof z.ZodObject
      ? `${start} interface ${name} {\n${this.#members(record).join('\n')}\n}`
      : `${start} type ${name} = ${typeText(this.#jsonSchema(record), this.#style(record))}`
  }

  #members(record: SdkRecord): readonly string[] {
    const { isOptions = false, isPartial = false, keepsNumbers = false, name, types = {}, without } = record
    const { $defs: named = {}, properties = {}, required } = this.#jsonSchema(record)
    const nameOf = keepsNumbers ? camelCase : sdkName
    return Object.entries(properties)
      .filter(([field]) => !without.includes(field))
      .map(([field, property]) => {
        const { description } = { ...(property.$ref && named[nameIn(property.$ref)]), ...property }
        if (!description) throw new Error(`${name}: the field ${field} of the contract needs a description.`)
        const text = types[field] ?? typeText(property, this.#style(record))
        const isMoment = !keepsNumbers && field.endsWith('_millis')
        const type = isMoment ? text.replace('number', 'Date') : text
        const isOptional = isPartial || !required?.includes(field)
        const start = `${isOptions || keepsNumbers ? '' : 'readonly '}${nameOf(field)}`
        const values = isOptions && isOptional && keepsNumbers ? `undefined | ${type}` : type
        return `/** ${this.#comment({ ...property, description }, nameOf)} */\n${start}${isOptional ? '?' : ''}: ${values}`
      })
  }

  #jsonSchema({ isOptions, schema }: SdkRecord): JsonSchema {
    const direction = isOptions ? 'input' : 'output'
    return jsonSchemaOf(schema, direction, (part) => {
      if (part === schema) return undefined
      return this.#parts.get(part)?.name ?? this.#types.nameOf(part, direction)
    })
  }

  #style({ isPart, keepsNumbers, name }: SdkRecord): Style {
    return {
      ...(!keepsNumbers && { arrays: 'readonly ' }),
      written: ({ properties }) => {
        if (properties && (isPart || keepsNumbers)) {
          const members = Object.keys(properties).join(', ')
          throw new Error(`${name}: the record of ${members} within it needs a name in tools/run-wire-types.ts.`)
        }
        return null
      },
    }
  }

  /** The description for readers who know the fields by the names of the SDK. */
  #comment(property: JsonSchema, nameOf: (name: string) => string): string {
    const values = typeText(property)
    const own = (property.description ?? '').replace(/ An extension of the protocol\.$/, '')
    return own.replaceAll(/`([a-z]+(?:_[a-z]+)+)`/g, (written, name: string) =>
      this.#fieldNames.has(name) && !values.includes(`"${name}"`) ? `\`${nameOf(name)}\`` : written,
    )
  }
}

function sdkName(name: string): string {
  return camelCase(name.replace(/_millis$/, ''))
}

/** The exported schemas. The text of another schema refers to them by name. */
class NamedTypes {
  readonly #named: ReadonlyMap<z.ZodType, { readonly name: string; readonly direction: Direction }>
  /** Schemas that mean the same in both directions. */
  readonly #plain = new Set<z.ZodType>()

  constructor(contract: Readonly<Record<string, unknown>>) {
    const byName = Object.entries(contract).toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#named = new Map(
      byName.flatMap(([key, schema]) => {
        if (!isNamed(schema)) return []
        const name = key.charAt(0).toUpperCase() + key.slice(1)
        return [[schema, { name, direction: isSent(key) ? 'input' : 'output' }] as const]
      }),
    )
    for (const schema of this.#named.keys()) {
      if (expandedText(schema, 'input') === expandedText(schema, 'output')) this.#plain.add(schema)
    }
  }

  declarations(): string[] {
    return [...this.#named].map(([schema, { name, direction }]) => {
      const start = schema instanceof z.ZodObject ? `interface ${name}` : `type ${name} =`
      const comment = schema.description ? `/** ${schema.description} */\n` : ''
      return `${comment}export ${start} ${this.#text(schema, direction, schema)}`
    })
  }

  /** The name of the schema, or its members. */
  textOf(schema: z.ZodType, direction: Direction, style?: Style): string {
    return this.nameOf(schema, direction) ?? this.#text(schema, direction, undefined, style)
  }

  /** The name of the exported schema, if it has the same content in this direction. */
  nameOf(schema: z.ZodType, direction: Direction): string | undefined {
    const named = this.#named.get(schema)
    return named && (named.direction === direction || this.#plain.has(schema)) ? named.name : undefined
  }

  #text(schema: z.ZodType, direction: Direction, own?: z.ZodType, style?: Style): string {
    const nameOf = (part: z.ZodType) => (part === own ? undefined : this.nameOf(part, direction))
    return typeText(jsonSchemaOf(schema, direction, nameOf), style)
  }
}

/** Whether callers send what the exported schema with this name describes. */
function isSent(key: string): boolean {
  return /(?:Update|Create)$/.test(key) || key === 'movedRecord' || key === 'exportLine'
}

function isNamed(schema: unknown): schema is z.ZodType {
  if (schema instanceof z.ZodObject) return isFilled(schema)
  return schema instanceof z.ZodUnion || schema instanceof z.ZodEnum
}

function expandedText(schema: z.ZodType, direction: Direction): string {
  return typeText(jsonSchemaOf(schema, direction, () => undefined))
}

/** Zod replaces each schema that has an id in the registry by a reference. */
function jsonSchemaOf(
  schema: z.ZodType,
  direction: Direction,
  idOf: (part: z.ZodType) => string | undefined,
): JsonSchema {
  class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
    override get<S extends z.core.$ZodType>(part: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
      const { id: _id, ...metadata } = z.globalRegistry.get(part) ?? {}
      const id = idOf(part as unknown as z.ZodType)
      return { ...metadata, ...(id && { id }) } as z.core.$replace<z.core.GlobalMeta, S>
    }
  }
  return z.toJSONSchema(schema, { io: direction, unrepresentable: 'any', metadata: new Names() }) as JsonSchema
}

/** The `data` of each webhook event, by its type. */
function webhookDataType(types: NamedTypes): string {
  const members = Object.entries(webhookEvents).map(
    ([type, { data, description }]) => `/** ${description} */\n'${type}': ${types.textOf(data, 'output')}`,
  )
  return `/** The \`data\` of a webhook, by the type of its event. */\nexport interface WebhookEventData {\n${members.join('\n')}\n}`
}

/**
 * Query, body and answer of each operation with a JSON answer, by access type; `any` if they are the same for each
 * caller.
 */
function operationsType(types: NamedTypes, endpoints: ReadonlyMap<string, EndpointSpec>): string {
  // The order of a module's exports depends on what loads it.
  const byAddress = [...endpoints.values()].toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))
  const members = byAddress.flatMap((spec) => {
    const variants = variantsText(types, spec)
    return variants === '' ? [] : [`/** ${spec.summary} */\n'${spec.method} ${spec.path}': ${variants}`]
  })
  return `export interface Operations {\n${members.join('\n')}\n}`
}

function variantsText(types: NamedTypes, spec: EndpointSpec): string {
  const callersByText = new Map<string, AccessType[]>()
  for (const caller of 'public' in spec.access ? accessTypes : allowedAccessTypes(spec)) {
    const variant = variantFor(spec, caller)
    const text = variant && operationText(types, variant)
    if (text) callersByText.set(text, [...(callersByText.get(text) ?? []), caller])
  }
  const variants = [...callersByText].map(([text, callers]) =>
    callers.length === accessTypes.length
      ? `{ any: ${text} }`
      : `Record<${callers.map((caller) => `'${caller}'`).join(' | ')}, ${text}>`,
  )
  return variants.join(' & ')
}

function addressOf({ method, path }: EndpointSpec): string {
  return `${path} ${method}`
}

function operationText(types: NamedTypes, { query, body, response }: Variant): string | null {
  if (typeof response === 'string' && response !== 'empty') return null
  const members = [
    query && isFilled(query) && `query: ${queryText(query)}`,
    body && `body: ${types.textOf(body, 'input', { arrays: 'readonly ' })}`,
    `answer: ${response === 'empty' ? 'undefined' : types.textOf(response as z.ZodType, 'output')}`,
  ]
  return `{\n${members.filter(Boolean).join('\n')}\n}`
}

function isFilled(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0
}

/** A query consists of texts, in which booleans and numbers are written as in JSON. */
function queryText(query: z.ZodType): string {
  const written = (property: JsonSchema): string | null => {
    if (property.enum?.includes('true') && property.enum.includes('false')) return 'boolean'
    if (property.enum?.every((value) => /^\d+$/.test(String(value)))) return property.enum.join(' | ')
    return property.type === 'string' && !property.enum && !property.const ? 'string | number' : null
  }
  return typeText(
    jsonSchemaOf(query, 'input', () => undefined),
    { written },
  )
}

interface Style {
  /** Before the type of an array. Default: none. */
  readonly arrays?: 'readonly '
  /** The type of a value that is not written as JSON. */
  readonly written?: (schema: JsonSchema) => string | null
}

function typeText(schema: JsonSchema, style: Style = {}): string {
  const text = (part: JsonSchema): string => typeText(part, style)
  const written = style.written?.(schema) ?? null
  if (written !== null) return written
  if (schema.$ref) return nameIn(schema.$ref)
  if (Array.isArray(schema.type)) return schema.type.map((type) => text({ ...schema, type })).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map(text).join(' | ')
  if (schema.allOf?.[0]) return text(schema.allOf[0])
  if (schema.type === 'array') return `${style.arrays ?? ''}(${text(schema.items ?? {})})[]`
  if (schema.type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object') {
    return `Record<string, ${text(schema.additionalProperties)}>`
  }
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const comment = property.description ? `/** ${property.description} */\n` : ''
      return `${comment}${name}${required.has(name) ? ': ' : '?: undefined | '}${text(property)}`
    })
    return `{\n${lines.join('\n')}\n}`
  }
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'Json'
}

/** The name at the end of a reference. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
