import { formsOf, joined, optionsOf, UUID_PATTERN, type JsonSchema } from './schema.ts'

const exampleId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'
const exampleMoment = Date.UTC(2027, 0, 1)

/** Fields that are shown of an object that requires none. */
const OPTIONAL_SHOWN = 2

/** Example values that a reader recognises, by the end of a field's name. The first match is used. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/email$|^to$|recipient$|^value$/, 'ada@example.com'],
  [/password$|passphrase$/, 'correct horse battery staple'],
  [/email_domain$/, 'example.com'],
  [/domain$|origin$/, 'https://app.example.com'],
  [/(?:_url|_uri|^url|^link|location|image)$/, 'https://app.example.com/handler'],
  [/handler_path$/, '/handler'],
  [/display_name$|^name$/, 'Ada Lovelace'],
  [/description$/, 'Build server'],
  [/country(?:_code)?$/, 'DE'],
  [/locale$|language$/, 'en'],
  [/time_zone$/, 'Europe/Berlin'],
  [/color$/, '#3b5bdb'],
  [/^date$/, '2027-01-01'],
  [/^since$/, '2027-01-01T00:00:00Z'],
  [/permission_id$/, 'read_reports'],
  [/provider_id$/, 'github'],
  [/totp$/, '123456'],
  [/^rawId$|DataJSON$|Object$|authenticatorData$|^signature$/, 'AAEC'],
  [/(?:^|_)id$/, exampleId],
]

/** Values for all other fields. The first one that the pattern and the bounds of the field allow is used. */
const others = [
  '…',
  'read_reports',
  'example',
  'custom:okta',
  exampleId,
  '0123456789abcdefghjkmnpqrstvwxyz0123456789abc',
]

/**
 * Returns an example of a body or an answer, in the form of the first access type.
 *
 * @param isComplete whether all fields that may be absent are shown
 */
export function exampleOf(schema: JsonSchema, isComplete: boolean): unknown {
  return valueOf(formsOf(schema)[0] ?? schema, '', isComplete)
}

function valueOf(schema: JsonSchema, name: string, isComplete: boolean): unknown {
  const { const: constant, enum: values, items, type, ...rest } = joined(schema)
  if (constant !== undefined) return constant
  if (values) return values[0]
  const [option] = optionsOf(rest)
  if (option) return valueOf(option, name, isComplete)
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectOf(rest, isComplete)
    case 'array':
      // Without a type, no value is possible: the list is always empty.
      return items && !items.not && (isComplete || rest.minItems)
        ? [valueOf(items, name.replace(/s$/, ''), isComplete)]
        : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return numberOf(rest, name)
    case 'string':
      return textOf(rest, name)
    case 'null':
      return null
    default:
      return {}
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, isComplete: boolean): object {
  const all = Object.entries(properties)
  const needed = all.filter(([name]) => required.includes(name))
  // A body whose fields may all be absent has some of them, as callers send.
  const shown = isComplete ? all : needed.length > 0 ? needed : all.slice(0, OPTIONAL_SHOWN)
  return Object.fromEntries(shown.map(([name, property]) => [name, valueOf(property, name, isComplete)]))
}

function numberOf({ maximum, minimum }: JsonSchema, name: string): number {
  const wanted = name.endsWith('_millis') ? exampleMoment : 1
  return Math.min(Math.max(wanted, minimum ?? wanted), maximum ?? wanted)
}

function textOf({ maxLength = Infinity, minLength = 0, pattern = '' }: JsonSchema, name: string): string {
  if (pattern.startsWith(UUID_PATTERN)) return exampleId
  const [, known] = byName.find(([names]) => names.test(name)) ?? []
  const isAllowed = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text)
  return [...(known === undefined ? [] : [known]), ...others].find(isAllowed) ?? '…'
}
