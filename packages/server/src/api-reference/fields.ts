import { formsOf, joined, optionsOf, UUID_PATTERN, type JsonSchema } from './schema.ts'

/** A row in the table that describes a body or an answer. */
export interface Field {
  /** Such as `config.domains[].domain`. */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** The access types that have the field; null if all have it. */
  readonly access: string | null
}

const DEPTH_MAX = 6

/** Returns the fields of a body or an answer, with those of nested objects. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const forms = formsOf(schema)
  const found = new Map<string, { field: Field; titles: string[] }>()
  for (const form of forms) {
    for (const field of fieldsOfForm(form)) {
      const known = found.get(field.path)
      if (known) known.titles.push(form.title ?? '')
      else found.set(field.path, { field, titles: [form.title ?? ''] })
    }
  }
  return [...found.values()].map(({ field, titles }) => ({
    ...field,
    access: titles.length === forms.length ? null : titles.join(', '),
  }))
}

function fieldsOfForm(form: JsonSchema): readonly Field[] {
  const fields = new Map<string, Field>()
  collect(form, '', 0, fields)
  return [...fields.values()]
}

function collect(schema: JsonSchema, prefix: string, depth: number, fields: Map<string, Field>): void {
  const { items, properties = {}, required = [], ...rest } = joined(schema)
  if (depth > DEPTH_MAX) return
  for (const option of optionsOf(rest)) collect(option, prefix, depth, fields)
  if (items) collect(items, `${prefix}[]`, depth, fields)
  for (const [name, property] of Object.entries(properties)) {
    const path = [prefix, name].filter(Boolean).join('.')
    const { description = '' } = joined(property)
    const field = { path, type: typeOf(property), isRequired: required.includes(name), description, access: null }
    if (!fields.has(path)) fields.set(path, field)
    collect(property, path, depth + 1, fields)
  }
}

/** Describes the values of a schema in a few words, such as `UUID or null`. */
export function typeOf(schema: JsonSchema): string {
  const { anyOf, const: constant, enum: values, items, oneOf, pattern, type, ...bounds } = joined(schema)
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const options = anyOf ?? oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' or ')
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one })).join(' or ')
  if (type === 'array') return `${items ? typeOf(items) : 'any'}[]${boundsOf(bounds)}`
  if (pattern?.startsWith(UUID_PATTERN)) return 'UUID'
  return `${typeof type === 'string' ? type : 'any JSON'}${boundsOf(bounds)}`
}

function boundsOf({ maxItems, maxLength, maximum, minItems, minLength, minimum }: JsonSchema): string {
  const [least, most, unit] =
    minItems !== undefined || maxItems !== undefined
      ? [minItems, maxItems, ' items']
      : minLength !== undefined || maxLength !== undefined
        ? [minLength, maxLength, ' characters']
        : [plainBound(minimum), plainBound(maximum), '']
  const number = (value: number): string => value.toLocaleString('en')
  if (least !== undefined && least === most) return `, ${number(least)}${unit}`
  if (least !== undefined && most !== undefined) return `, ${number(least)} to ${number(most)}${unit}`
  if (most !== undefined) return `, at most ${number(most)}${unit}`
  if (least === 1 && unit !== '') return ', not empty'
  return least === undefined ? '' : `, at least ${number(least)}${unit}`
}

/** Integers have the bounds of a double if they have no others. */
function plainBound(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound
}
