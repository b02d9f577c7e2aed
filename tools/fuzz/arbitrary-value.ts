import fc from 'fast-check'

/** A JSON Schema as Zod writes it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema | boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

const DEPTH_MAX = 5
const TEXT_MAX = 80

/**
 * Texts that have broken programs: control characters, half characters, other directions, patterns, placeholders, SQL.
 */
const unusualTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\ufeff',
  'İ',
  'ß',
  '👩‍👩‍👧',
  'a\r\nB: c',
  '%00',
  '%',
  '\\',
  "'; --",
  '${x}',
  '{{x}}',
  '$1',
  '__proto__',
  'constructor',
  '../..',
  '-1',
  '1e999',
  '0x10',
  'null',
  'x'.repeat(9_000),
]

/** No request of the service may leave the machine: names that do not resolve, and ports on which nothing listens. */
const urls = [
  'http://localhost:3000/handler/email-verification',
  'http://127.0.0.1:9/',
  'https://fuzz.invalid/callback',
  'https://fuzz.invalid:0/',
  'http://[::1]:9/x?y#z',
  'javascript:alert(1)',
  'https://user:pass@fuzz.invalid/',
  'https://fuzz.invalid/%ff',
  '//fuzz.invalid',
]

/** Placeholder for an id from an earlier answer, which only the caller knows. */
export const KNOWN_ID = '\u0001id:'

const knownId = fc.nat({ max: 200 }).map((index) => `${KNOWN_ID}${index}`)
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: TEXT_MAX }) },
  { weight: 3, arbitrary: fc.constantFrom(...unusualTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: TEXT_MAX }) },
  { weight: 2, arbitrary: fc.constantFrom(...urls) },
  { weight: 2, arbitrary: knownId },
  { weight: 1, arbitrary: fc.constantFrom('ada@fuzz.invalid', 'ADA@FUZZ.invalid', 'a@b', '@', '"a b"@fuzz.invalid') },
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MAX_SAFE_INTEGER, 8.64e15, 8.64e15 + 1),
)
/** Any value of JSON, whatever the schema says. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, []) },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(text, text, { maxKeys: 3 }) },
)

/** Makes values that mostly fit the schema. One in thirty is any other value. */
export function arbitraryValue(schema: JsonSchema | boolean, root = schema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean' || depth > DEPTH_MAX) return anyValue
  return fc.oneof({ weight: 29, arbitrary: fitting(schema, root, depth) }, { weight: 1, arbitrary: anyValue })
}

function fitting(schema: JsonSchema, root: JsonSchema | boolean, depth: number): fc.Arbitrary<unknown> {
  const part = (one: JsonSchema | boolean): fc.Arbitrary<unknown> => arbitraryValue(one, root, depth + 1)
  if (schema.$ref !== undefined) return part(resolve(schema.$ref, root))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(part))
  if (schema.type === 'string' || schema.pattern !== undefined) return fittingText(schema)
  if (schema.type === 'integer' || schema.type === 'number') return fittingNumber(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') {
    const minLength = Math.min(schema.minItems ?? 0, 4)
    return fc.array(part(schema.items ?? true), {
      minLength,
      maxLength: Math.max(minLength, Math.min(schema.maxItems ?? 4, 4)),
    })
  }
  if (schema.properties || schema.type === 'object') return fittingObject(schema, part)
  const [first] = schema.allOf ?? []
  return first ? part(first) : anyValue
}

function fittingObject(
  schema: JsonSchema,
  part: (one: JsonSchema | boolean) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { additionalProperties, properties = {}, required = [] } = schema
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, part(one)])), {
    // One in some leaves out what is required too.
    requiredKeys: [...required],
  })
  const others = fc.dictionary(
    schema.propertyNames ? fittingText(schema.propertyNames) : text,
    part(additionalProperties ?? true),
    { maxKeys: 3 },
  )
  const isOpen = additionalProperties !== false && Object.keys(properties).length === 0
  const extra = fc.oneof(
    { weight: isOpen ? 1 : 20, arbitrary: fc.constant({}) },
    { weight: isOpen ? 5 : 1, arbitrary: others },
  )
  const removed = fc.option(fc.nat({ max: 30 }), { freq: 10, nil: null })
  return fc.tuple(known, extra, removed).map(([object, added, index]) => {
    const entries = [...Object.entries(object), ...Object.entries(added)]
    return Object.fromEntries(entries.filter((_entry, position) => position !== index))
  })
}

function fittingText(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, maxLength = TEXT_MAX, minLength = 0, pattern } = schema
  if (format === 'uuid') return fc.oneof({ weight: 3, arbitrary: knownId }, fc.uuid())
  if (format === 'uri') return fc.constantFrom(...urls)
  if (format === 'email') return fc.constantFrom('ada@fuzz.invalid', 'bob+1@fuzz.invalid', 'ü@fuzz.invalid')
  const sized = fc.string({
    minLength: Math.min(minLength, 300),
    maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)),
  })
  if (pattern === undefined) return fc.oneof({ weight: 3, arbitrary: sized }, { weight: 2, arbitrary: text })
  return fc.oneof(
    { weight: 3, arbitrary: matching(pattern) ?? sized },
    { weight: 2, arbitrary: knownId },
    { weight: 1, arbitrary: text },
  )
}

/** Null for a pattern with a part that fast-check cannot generate. */
function matching(pattern: string): fc.Arbitrary<string> | null {
  try {
    const arbitrary = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
    fc.sample(arbitrary, 1)
    return arbitrary
  } catch {
    return null
  }
}

function fittingNumber({ maximum = 1_000, minimum = 0, type }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)]
  if (min > max) return number
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true })
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) })
}

function resolve(ref: string, root: JsonSchema | boolean): JsonSchema {
  const name = ref.replace('#/$defs/', '')
  if (typeof root === 'boolean' || ref === '#') return root as JsonSchema
  return root.$defs?.[name] ?? {}
}
