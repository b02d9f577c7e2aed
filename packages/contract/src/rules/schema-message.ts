import type { z } from 'zod'

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; lines: string[] }

/**
 * Checks one part of a request against its schema.
 *
 * @param part name of the part: `body`, `query`, `params` or `headers`
 */
export function parsePart<Schema extends z.ZodType>(
  part: string,
  schema: Schema,
  value: unknown,
): Parsed<z.output<Schema>> {
  // The input distinguishes a missing value from a value of a wrong type. It never appears in a message.
  const result = schema.safeParse(value, { reportInput: true })
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, lines: schemaMessageLines(part, result.error) }
}

/** Formats the lines of a `SCHEMA_ERROR`, one per problem, with the sentences of the protocol where it has any. */
function schemaMessageLines(part: string, error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => issueLines(part, issue))
}

function issueLines(part: string, issue: z.core.$ZodIssue): string[] {
  const path = pathText(part, issue.path)
  if (issue.code === 'unrecognized_keys') return [`${path} contains unknown properties: ${issue.keys.join(', ')}`]
  if (issue.code === 'invalid_union' && !issue.message.includes('{path}')) {
    if ('options' in issue && Array.isArray(issue.options))
      return [`${path} must be one of: ${issue.options.join(', ')}`]
    return [
      ...new Set(
        issue.errors.flat().flatMap((inner) => issueLines(part, { ...inner, path: [...issue.path, ...inner.path] })),
      ),
    ]
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return [`${path} must be defined`]
  if (issue.code === 'invalid_type' && issue.input === null) return [`${path} cannot be null`]
  if (issue.code === 'invalid_type') return [`${path} must be ${article(issue.expected)}`]
  if (issue.message.includes('{path}')) return [issue.message.replaceAll('{path}', path)]
  if (issue.code === 'invalid_value') return [`${path} must be one of: ${issue.values.map(String).join(', ')}`]
  // Some sentences of the protocol have no path. Add it to the messages of the library.
  return [issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : `${path}: ${issue.message}`]
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** `body.config.oauth_providers[0].client_secret` */
function pathText(part: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    part,
  )
}
