/** The parts of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  /** The access types that have this form of a body or an answer, if there are several forms. */
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly not?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Content {
  readonly schema: JsonSchema
}

interface Answer {
  /** Set for the service's own errors: their codes. */
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer>>
}

/** The parts of the OpenAPI document that the pages show. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** A call with its address. */
export interface Call extends Operation {
  readonly method: string
  /** Below the prefix of the API, with `{name}` parameters. */
  readonly path: string
}

/** The beginning of the pattern of ids. */
export const UUID_PATTERN = '^(?:[0-9a-f]{8}-'

/** Returns the forms of a body or an answer: one, unless callers with other access types send or get another one. */
export function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf?.every(({ title }) => title !== undefined) ? schema.anyOf : [schema]
}

/** Returns the schemas that a value can have, without null. */
export function optionsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null')
}

/** Joins the parts of a schema that all apply. */
export function joined({ allOf = [], ...own }: JsonSchema): JsonSchema {
  const parts: JsonSchema[] = [...allOf.map(joined), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return Object.assign({}, ...parts, Object.keys(properties).length > 0 && { properties, required })
}
