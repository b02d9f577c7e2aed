import { z } from 'zod'

import { webhookEvents } from './src/webhook-events.ts'

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  description?: string
}

/**
 * Generates TypeScript interfaces for the wire objects of the contract, without a dependency on Zod: one per exported
 * object schema, with its name. Schemas named `…Update` or `…Create` use their input type, the others their output type.
 */
export function wireTypes(contract: Readonly<Record<string, unknown>>): string {
  const byName = Object.entries(contract).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = new Map<unknown, string>()
  const interfaces = byName.flatMap(([name, schema]) => {
    if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).length === 0) return []
    const io = /(?:Update|Create)$/.test(name) ? 'input' : 'output'
    const typeName = name.charAt(0).toUpperCase() + name.slice(1)
    names.set(schema, typeName)
    return `export interface ${typeName} ${textOf(schema, io)}`
  })
  return [
    '// Generated from the contract by `npm run generate`. Do not edit.',
    "import type { Json } from './primitives.ts'",
    ...interfaces,
    webhookDataType(names),
  ].join('\n\n')
}

/** The `data` of each event of a webhook, by its type. */
function webhookDataType(names: ReadonlyMap<unknown, string>): string {
  const members = Object.entries(webhookEvents).map(
    ([type, { data, description }]) => `/** ${description} */\n'${type}': ${names.get(data) ?? textOf(data, 'output')}`,
  )
  return `export interface WebhookEventData {\n${members.join('\n')}\n}`
}

function textOf(schema: z.ZodType, io: 'input' | 'output'): string {
  return typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema)
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type })).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map(typeText).join(' | ')
  if (schema.allOf?.[0]) return typeText(schema.allOf[0])
  if (schema.type === 'array') return `(${typeText(schema.items ?? {})})[]`
  if (schema.type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object') {
    return `Record<string, ${typeText(schema.additionalProperties)}>`
  }
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const comment = property.description ? `/** ${property.description} */\n` : ''
      return `${comment}${name}${required.has(name) ? ': ' : '?: undefined | '}${typeText(property)}`
    })
    return `{\n${lines.join('\n')}\n}`
  }
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'Json'
}
