import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { noQuery } from './primitives.ts'

export const readRoot = endpoint({
  method: 'GET',
  path: '/',
  tag: 'Service',
  summary: 'Returns a greeting and how the caller is authenticated.',
  user: 'optional',
  access: { public: { query: noQuery, response: 'text' } },
  errors: [],
})

export const readOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This document: every endpoint in OpenAPI 3.1.',
  access: { public: { response: z.record(z.string(), z.unknown()) } },
  errors: [],
})

export const checkVersion = endpoint({
  method: 'POST',
  path: '/check-version',
  tag: 'Service',
  summary: 'Returns whether the version of an SDK is supported.',
  access: {
    public: {
      body: z.strictObject({ clientVersion: z.string() }),
      response: z.union([
        z.object({ upToDate: z.literal(true) }),
        z.object({ upToDate: z.literal(false), error: z.string(), severe: z.boolean() }),
      ]),
    },
  },
  errors: [],
})

export const checkFeatureSupport = endpoint({
  method: 'POST',
  path: '/check-feature-support',
  tag: 'Service',
  summary: 'Returns a sentence that states that a feature is not supported.',
  access: {
    public: {
      body: z.looseObject({ feature_name: z.string().optional() }).optional(),
      response: 'text',
    },
  },
  errors: [],
})
