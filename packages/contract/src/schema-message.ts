import type { z } from 'zod'

/**
 * The lines of a `SCHEMA_ERROR`, one per problem, in the specification's words where it gives them.
 *
 * @param part which part of the request the value is: `body`, `query`, `params` or `headers`
 */
export function schemaMessageLines(part: string, error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => issueLines(part, issue as z.core.$ZodIssue))
}

function issueLines(part: string, issue: z.core.$ZodIssue): string[] {
  const path = pathText(part, issue.path)
  if (issue.code === 'unrecognized_keys') return [`${path} contains unknown properties: ${issue.keys.join(', ')}`]
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    return [...new Set(issue.errors.flat().flatMap((inner) => issueLines(part, { ...inner, path: [...issue.path, ...inner.path] })))]
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return [`${path} must be defined`]
  if (issue.code === 'invalid_type' && issue.input === null) return [`${path} cannot be null`]
  if (issue.code === 'invalid_type') return [`${path} must be ${article(issue.expected)}`]
  return [issue.message.includes('{path}') ? issue.message.replaceAll('{path}', path) : `${issue.message}`]
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
