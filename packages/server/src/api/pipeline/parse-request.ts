import { parsePart, type EndpointSpec, type Variant } from '@portico/contract'
import type { z } from 'zod'

import { KnownError } from '../../kernel/errors.ts'
import { isCleanText, requireBytes, requireUsableBody } from '../../platform/http/body.ts'
import type { Incoming } from '../rules/incoming.ts'
import type { RequestParts } from '../rules/request-parts.ts'

/**
 * Step 18 of docs/protocol/requests.md#order-of-the-checks: validates all parts of the request.
 *
 * @param found problems of the request that are known already
 * @throws SCHEMA_ERROR with every problem of the request
 */
export function parseParts(
  spec: EndpointSpec,
  variant: Variant,
  incoming: Incoming,
  body: unknown,
  found: readonly string[] = [],
): RequestParts {
  const lines = [...found]
  const check = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined
    const result = parsePart(part, schema, value)
    if (result.ok) return result.value
    lines.push(...result.lines)
    return undefined
  }
  if (variant.body) requireUsableBody(body)
  for (const [name, value] of Object.entries(incoming.params)) {
    if (!isCleanText(value)) lines.push(`params.${name} holds a NUL character or an unpaired surrogate`)
  }
  const parts = {
    params: check('params', spec.params, incoming.params),
    requestHeaders: check('headers', spec.headers, spec.headers && Object.fromEntries(incoming.facts.headers)),
    query: check('query', variant.query, variant.query && readQuery(incoming, lines)),
    body: spec.takesBytes === undefined ? check('body', variant.body, body) : body,
  }
  if (lines.length > 0) throw schemaError(incoming, lines)
  if (spec.takesBytes !== undefined) requireBytes(body)
  return parts
}

/** Refuses repeated parameters: if two components read different values of one, a check can be bypassed. */
function readQuery(incoming: Incoming, lines: string[]): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of incoming.url.searchParams) {
    // guard: a repeated query parameter is refused [router]
    if (Object.hasOwn(query, name)) lines.push(`query.${name} is given more than once`)
    if (!isCleanText(name) || !isCleanText(value)) lines.push('query holds a NUL character or an unpaired surrogate')
    Object.defineProperty(query, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return query
}

export function schemaError(incoming: Incoming, lines: readonly string[]): KnownError {
  const head = `The request does not fit ${incoming.request.method} ${incoming.url.pathname}:`
  return new KnownError('SCHEMA_ERROR', { message: [head, ...lines.map((line) => `  - ${line}`)].join('\n') })
}
