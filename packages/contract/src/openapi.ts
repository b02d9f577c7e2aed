import { z } from 'zod'

import {
  allowedAccessTypes,
  servesImage,
  successStatuses,
  type EndpointSpec,
  type Variant,
} from './endpoints/endpoint.ts'
import { errorCatalogue, type ErrorCode, type ErrorSpec } from './catalogues/errors.ts'
import { API_PREFIX } from './limits/constants.ts'
import { mayBeRestricted, mayRefuseImpersonation, ownErrors, sharedErrors } from './endpoints/shared-errors.ts'

type JsonSchema = Record<string, unknown>

/** Between the steps a service can do other work: the schemas of all endpoints take half a second. */
type Steps<Result> = Generator<void, Result>

/** Builds the OpenAPI 3.1 document for a set of endpoints, in steps. `serverUrl` is the origin of the service. */
export function* openApiSteps(
  endpoints: ReadonlyMap<string, EndpointSpec>,
  serverUrl: string,
): Steps<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, spec] of endpoints) {
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: yield* operation(name, spec) }
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
          properties: {
            code: { type: 'string' },
            details: { type: 'object' },
            error: { type: 'string' },
            message: { type: 'string' },
          },
        },
        InvalidRequest: knownError(sharedErrors[400]),
        NotAuthenticated: knownError(sharedErrors[401]),
        Restricted: knownError(sharedErrors[403]),
      },
      responses: {
        InvalidRequest: {
          description: 'The request is invalid. `error` states the reason.',
          content: json(sharedSchemas[400]),
        },
        NotAuthenticated: {
          description:
            'The credentials are missing, invalid or insufficient. Public calls check credentials only if the request has some.',
          content: json(sharedSchemas[401]),
        },
        Restricted: {
          description: 'The user of the session, or the project owner, must set up a second factor first.',
          content: json(sharedSchemas[403]),
        },
        Impersonating: {
          description:
            'A session that impersonates a user or a project owner cannot make this change, and neither can one that must set up a second factor first.',
          content: { ...json(sharedSchemas[403]), 'text/plain': { schema: { type: 'string' } } },
        },
        TooManyRequests: {
          description: 'Too many calls. Try again after the seconds in `Retry-After`.',
          headers: { 'Retry-After': { schema: { type: 'integer' } } },
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
      securitySchemes: {
        accessType: header('X-Stack-Access-Type', 'client, server or admin'),
        projectId: header('X-Stack-Project-Id', 'The project id.'),
        client: header('X-Stack-Publishable-Client-Key', 'For the access type client.'),
        server: header('X-Stack-Secret-Server-Key', 'For the access type server.'),
        admin: header('X-Stack-Super-Secret-Admin-Key', 'For the access type admin.'),
        user: header('X-Stack-Access-Token', 'The access token of the signed-in user.'),
        partner: {
          type: 'http',
          scheme: 'basic',
          description: 'Id and secret of a partner client. Wrong ones are a SCHEMA_ERROR.',
        },
        svixToken: { type: 'http', scheme: 'bearer', description: 'A token of `POST /webhooks/svix-token`.' },
      },
    },
  }
}

function header(name: string, description: string): JsonSchema {
  return { type: 'apiKey', in: 'header', name, description }
}

function* operation(name: string, spec: EndpointSpec): Steps<JsonSchema> {
  const variants = Object.values(spec.access) as Variant[]
  const bodies = yield* formsOf(spec, ({ body }) => body && jsonSchema(body, 'input'))
  const answers = yield* formsOf(spec, ({ response }) =>
    typeof response === 'string' ? { type: 'string' } : jsonSchema(response, 'output'),
  )
  const allowed = allowedAccessTypes(spec)
  return {
    operationId: name,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.staffRight && { 'x-staff-right': spec.staffRight }),
    ...(spec.isCompatibilityAnswer && { 'x-compatibility-answer': true }),
    security:
      allowed.length === 0 ? ofPartner(spec) : [...allowed.map((type) => security(type, spec)), ...bySvixToken(spec)],
    parameters: [
      ...parameters('path', spec.params),
      ...parameters('header', spec.headers),
      ...parameters('query', variants[0]?.query),
    ],
    ...(spec.takesBytes !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(bodies.length > 0 && {
      requestBody: {
        required: variants.every(({ body }) => body && !body.safeParse(undefined).success),
        content: Object.fromEntries(
          ['application/json', ...(spec.acceptsForm ? ['application/x-www-form-urlencoded'] : [])].map((type) => [
            type,
            { schema: oneOrAny(bodies) },
          ]),
        ),
      },
    }),
    responses: {
      ...(variants.some(({ response }) => response === 'redirect')
        ? { [spec.status ?? 200]: { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } } }
        : Object.fromEntries(
            successStatuses(spec).map((status) => [
              status,
              {
                description: 'Success',
                ...(!variants.every(({ response }) => response === 'empty') && {
                  content: { [contentTypeOf(variants)]: { schema: oneOrAny(answers) } },
                }),
              },
            ]),
          )),
      ...(servesImage(spec) && imageResponses),
      ...errorResponses(spec),
    },
  }
}

/** The statuses of an image besides success. */
const imageResponses = {
  304: { description: 'The caller has this image: `If-None-Match` names it.' },
  404: { description: 'There is no such image.', content: { 'text/plain': { schema: { type: 'string' } } } },
}

function contentTypeOf(variants: readonly Variant[]): string {
  if (variants.every(({ response }) => response === 'text')) return 'text/plain'
  if (variants.every(({ response }) => response === 'page')) return 'text/html'
  if (variants.every(({ response }) => response === 'lines')) return 'application/x-ndjson'
  return variants.every(({ response }) => response === 'image') ? 'image/*' : 'application/json'
}

function security(type: string, spec: EndpointSpec): JsonSchema {
  const [partner] = ofPartner(spec)
  return { accessType: [], projectId: [], [type]: [], ...(needsUser(type, spec) && { user: [] }), ...partner }
}

function ofPartner({ partner }: EndpointSpec): JsonSchema[] {
  return partner === undefined ? [] : [{ partner: [] }]
}

function bySvixToken({ acceptsSvixToken, isOfWebhookPortal }: EndpointSpec): JsonSchema[] {
  if (isOfWebhookPortal) return [{ projectId: [], svixToken: [] }]
  return acceptsSvixToken ? [{ svixToken: [] }] : []
}

function needsUser(type: string, { user }: EndpointSpec): boolean {
  return user !== undefined && user !== 'optional' && (user !== 'own' || type === 'client')
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

function errorResponses(spec: EndpointSpec): JsonSchema {
  const own = Map.groupBy(ownErrors(spec), (code) => (errorCatalogue[code] as ErrorSpec).status ?? 0)
  return {
    400: { $ref: '#/components/responses/InvalidRequest' },
    401: { $ref: '#/components/responses/NotAuthenticated' },
    ...(mayBeRestricted(spec) && { 403: { $ref: '#/components/responses/Restricted' } }),
    ...(mayRefuseImpersonation(spec) && { 403: { $ref: '#/components/responses/Impersonating' } }),
    ...(spec.isRateLimited && { 429: { $ref: '#/components/responses/TooManyRequests' } }),
    ...Object.fromEntries([...own].map(([status, codes]) => [status, ownResponse(status, codes, spec)])),
  }
}

/** The response of one call with this status: its own errors and those of the shared checks. */
function ownResponse(status: number, codes: readonly ErrorCode[], spec: EndpointSpec): JsonSchema {
  const isShared = status === 400 || status === 401 || (status === 403 && mayBeRestricted(spec))
  const shared = isShared ? [sharedSchemas[status]] : []
  const isImpersonationRefused = status === 403 && mayRefuseImpersonation(spec)
  return {
    description: codes.join(', '),
    content: {
      ...json(oneOrAny([knownError(codes), ...shared])),
      ...(isImpersonationRefused && { 'text/plain': { schema: { type: 'string' } } }),
    },
  }
}

const sharedSchemas = {
  400: { $ref: '#/components/schemas/InvalidRequest' },
  401: { $ref: '#/components/schemas/NotAuthenticated' },
  403: { $ref: '#/components/schemas/Restricted' },
}

function knownError(codes: readonly ErrorCode[]): JsonSchema {
  return { $ref: '#/components/schemas/KnownError', properties: { code: { enum: codes } } }
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/**
 * Returns the distinct schemas of the variants. If there are several, each has the access types of its variants as
 * title.
 */
function* formsOf(
  { access }: EndpointSpec,
  schemaOf: (variant: Variant) => JsonSchema | undefined,
): Steps<readonly JsonSchema[]> {
  const schemas: { type: string; schema: JsonSchema }[] = []
  for (const [type, variant] of Object.entries<Variant>(access)) {
    const schema = schemaOf(variant)
    if (schema) schemas.push({ type, schema })
    yield
  }
  const forms = [...Map.groupBy(schemas, ({ schema }) => JSON.stringify(schema)).values()].map((same) => ({
    title: same.map(({ type }) => type).join(', '),
    ...same[0]?.schema,
  }))
  return forms.length === 1 ? forms.map(({ title: _all, ...form }) => form) : forms
}

function oneOrAny(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }
}
