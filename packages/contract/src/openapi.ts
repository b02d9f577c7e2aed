import { z } from 'zod'

import { allowedAccessTypes, successStatuses, type EndpointSpec, type Variant } from './endpoint.ts'
import { errorCatalogue, type ErrorCode, type ErrorSpec } from './errors.ts'
import { API_PREFIX } from './limits.ts'

type JsonSchema = Record<string, unknown>

/** The OpenAPI 3.1 document of a set of endpoints. `serverUrl` is the origin the service gives of itself. */
export function openApiDocument(
  endpoints: ReadonlyMap<string, EndpointSpec>,
  serverUrl: string,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, spec] of endpoints) {
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operation(name, spec) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description:
        'Sign-in and user management. Every error is a known error with `code`, `details` and `error`, repeated in the `X-Stack-Known-Error` header, or a plain sentence.',
    },
    servers: [{ url: `${serverUrl}${API_PREFIX}` }],
    paths,
    components: {
      schemas: {
        KnownError: {
          type: 'object',
          required: ['code', 'error'],
          properties: { code: { type: 'string' }, details: { type: 'object' }, error: { type: 'string' } },
        },
      },
      securitySchemes: {
        accessType: header('X-Stack-Access-Type', 'client, server or admin'),
        projectId: header('X-Stack-Project-Id', 'The project the call is about.'),
        client: header('X-Stack-Publishable-Client-Key', 'For the access type client.'),
        server: header('X-Stack-Secret-Server-Key', 'For the access type server.'),
        admin: header('X-Stack-Super-Secret-Admin-Key', 'For the access type admin.'),
        user: header('X-Stack-Access-Token', 'The access token of the signed-in user.'),
      },
    },
  }
}

function header(name: string, description: string): JsonSchema {
  return { type: 'apiKey', in: 'header', name, description }
}

function operation(name: string, spec: EndpointSpec): JsonSchema {
  const variants = Object.values(spec.access) as Variant[]
  const bodies = distinct(variants.flatMap((variant) => (variant.body ? [jsonSchema(variant.body, 'input')] : [])))
  const answers = distinct(
    variants.map(({ response }) =>
      typeof response === 'string' ? { type: 'string' } : jsonSchema(response, 'output'),
    ),
  )
  const isText = variants.every((variant) => variant.response === 'text')
  const allowed = allowedAccessTypes(spec)
  return {
    operationId: name,
    tags: [spec.tag],
    summary: spec.summary,
    security: allowed.length === 0 ? [] : allowed.map((type) => security(type, spec)),
    parameters: [
      ...parameters('path', spec.params),
      ...parameters('header', spec.headers),
      ...parameters('query', variants[0]?.query),
    ],
    ...(bodies.length > 0 && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          ['application/json', ...(spec.acceptsForm ? ['application/x-www-form-urlencoded'] : [])].map((type) => [
            type,
            { schema: oneOrAny(bodies) },
          ]),
        ),
      },
    }),
    responses: {
      ...(spec.isNavigation
        ? { [spec.status ?? 200]: { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } } }
        : Object.fromEntries(
            successStatuses(spec).map((status) => [
              status,
              {
                description: 'Success',
                content: { [isText ? 'text/plain' : 'application/json']: { schema: oneOrAny(answers) } },
              },
            ]),
          )),
      ...errorResponses(spec.errors),
    },
  }
}

function security(type: string, spec: EndpointSpec): JsonSchema {
  return { accessType: [], projectId: [], [type]: [], ...((spec.user ?? 'optional') !== 'optional' && { user: [] }) }
}

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined): JsonSchema[] {
  if (!schema) return []
  const object = jsonSchema(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }))
}

function errorResponses(codes: readonly ErrorCode[]): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => String((errorCatalogue[code] as ErrorSpec).status))
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/KnownError' } } },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function distinct(schemas: JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}

function oneOrAny(schemas: JsonSchema[]): JsonSchema {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }
}
