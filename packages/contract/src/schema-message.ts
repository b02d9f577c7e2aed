import type { z } from 'zod'

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; lines: string[] }

/**
 * Checks one part of a request against its schema.
 *
 * @param part which part of the request the value is: `body`, `query`, `params` or `headers`
 */
export function parsePart<Schema extends z.ZodType>(
  part: string,
  schema: Schema,
  value: unknown,
): Parsed<z.output<Schema>> {
  // The input is needed to tell a missing value from one of a wrong type; it never reaches a message.
  const result = schema.safeParse(value, { reportInput: true })
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, lines: schemaMessageLines(part, result.error) }
}

/**
 * The lines of a `SCHEMA_ERROR`, one per problem, in the specification's words where it gives them. */
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
  // The specification gives some sentences without a path; the library's own ones need it to be understood.
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
