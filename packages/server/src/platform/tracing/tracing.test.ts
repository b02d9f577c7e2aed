import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { SqlName, unscoped } from '../../kernel/statement.ts'
import { createLog } from '../log/log.ts'
import { findTracer, inChildSpan } from './tracing.ts'

const exporter = new InMemorySpanExporter()
const lines: string[] = []
let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  startSdk()
  portico = await createTestPortico({
    settings: { PORTICO_LOG: 'info', PORTICO_TRUSTED_PROXIES: '10.0.0.0/8' },
    onLog: (line) => void lines.push(line),
  })
  project = await portico.createProject()
  user = await project.signUp()
  await portico.service.idle()
})

afterAll(async () => {
  await portico.close()
  withoutSdk()
})

beforeEach(() => {
  exporter.reset()
  lines.length = 0
})

function startSdk(): void {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
}

function withoutSdk(): void {
  trace.disable()
  context.disable()
  propagation.disable()
}

interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: object
  readonly peer?: string
}

/** Sends a request as a client of the project. */
function send({ body, headers, method = 'GET', path, peer = '192.0.2.1' }: Call): Promise<Response> {
  const request = new Request(`${portico.baseUrl}${path}`, {
    method,
    headers: {
      'x-stack-access-type': 'client',
      'x-stack-project-id': project.id,
      'x-stack-publishable-client-key': project.keys.publishable_client_key,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
  })
  return portico.service.fetch(request, { remoteAddress: peer })
}

const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans()

function requestSpan(): ReadableSpan {
  const found = spans().filter(({ kind }) => kind === SpanKind.SERVER)
  expect(found).toHaveLength(1)
  return found[0] as ReadableSpan
}

const namesBelow = (parent: ReadableSpan): string[] =>
  spans()
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
    .map(({ name }) => name)

test('a sign-in is a span of its route with spans of the hash and of the statements', async () => {
  const body = { email: user.email, password: user.password }

  const response = await send({ method: 'POST', path: '/api/v1/auth/password/sign-in', body })

  const span = requestSpan()
  expect(response.status).toBe(200)
  expect(span.name).toBe('POST /auth/password/sign-in')
  expect(span.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/auth/password/sign-in',
    'portico.project_id': project.id,
    'portico.request_id': response.headers.get('x-stack-request-id'),
    'server.address': '127.0.0.1',
    'url.scheme': 'http',
  })
  expect(namesBelow(span)).toEqual([
    expect.stringContaining('select contact_channels'),
    'verify password',
    expect.stringContaining('insert sessions; delete sessions; insert audit_events'),
  ])
  expect(new Set(spans().map((one) => one.spanContext().traceId)).size).toBe(1)
})

test('no span contains an address, a password, a token or the id of a user', async () => {
  const body = { email: user.email, password: user.password }
  const response = await send({ method: 'POST', path: '/api/v1/auth/password/sign-in', body })
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>
  await send({ path: '/api/v1/users/me', headers: { 'x-stack-access-token': String(access_token) } })

  const text = JSON.stringify(
    spans().map(({ attributes, events, name, status }) => ({ attributes, events, name, status })),
  )

  expect(spans().length).toBeGreaterThan(5)
  for (const value of [user.email, user.password, user.id, access_token, refresh_token, '192.0.2.1']) {
    expect(text).not.toContain(value)
  }
})

test.each([
  ['a trusted proxy', '10.1.2.3', true],
  ['any other caller', '192.0.2.1', false],
])('the trace that %s names is honoured: %s %s', async (_caller, peer, isHonoured) => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }

  await send({ path: '/api/v1/projects/current', headers, peer })

  const span = requestSpan()
  expect(span.spanContext().traceId === traceId).toBe(isHonoured)
  expect(span.parentSpanContext?.spanId).toBe(isHonoured ? 'b7ad6b7169203331' : undefined)
})

test.each([
  ['an answer', { path: '/api/v1/projects/current' }, 200],
  ['an error', { path: '/api/v1/users/me' }, 400],
  ['an unknown endpoint', { path: '/api/v1/nothing' }, 404],
])('%s has the id of the request that its log line and its span have', async (_what, call, status) => {
  const response = await send(call)

  const id = response.headers.get('x-stack-request-id')
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request')
  expect(response.status).toBe(status)
  expect(logged).toMatchObject([{ request_id: id, ...idsOf(requestSpan()) }])
  expect(requestSpan().attributes['portico.request_id']).toBe(id)
})

test.each([
  ['a method that an endpoint does not have', { method: 'DELETE', path: '/api/v1/auth/password/sign-in' }, 405],
  ['a URL that is too long', { path: `/api/v1/${'x'.repeat(20_000)}` }, 414],
])('%s is answered with the id of the request that its span has', async (_what, call, status) => {
  const response = await send(call)

  expect(response.status).toBe(status)
  expect(response.headers.get('x-stack-request-id')).toBe(requestSpan().attributes['portico.request_id'])
})

test.each([
  ['the API', 'sessions', 'POST', '/api/v1/auth/password/sign-in'],
  ['a page', 'project_owners', 'GET', '/first-admin'],
])('an unexpected error of %s has one id in the answer, the log and the span', async (_what, table, method, path) => {
  const body = method === 'POST' ? { email: user.email, password: user.password } : undefined

  const response = await withoutTable(table, () => send({ method, path, ...(body && { body }) }))

  const id = response.headers.get('x-stack-request-id')
  const span = requestSpan()
  const error = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ level }) => level === 'error')
  expect(response.status).toBe(500)
  expect(await response.text()).toContain(String(id))
  expect(error).toMatchObject({ request_id: id, ...idsOf(span) })
  expect(span.attributes).toMatchObject({ 'portico.request_id': id, 'error.type': '500' })
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR })
  expect(JSON.stringify(spans().map(({ attributes, status }) => [attributes, status]))).not.toContain('does not exist')
})

test('the delivery of a mail and of a webhook is a trace of its own, with a span of the outbound call', async () => {
  await portico.webhooks.collect(project)
  await project.signUp()
  await portico.service.idle()

  const named = (name: string): ReadableSpan => {
    const span = spans().find((one) => one.name === name && one.parentSpanContext === undefined)
    expect(span).toBeDefined()
    return span as ReadableSpan
  }
  const [mail, webhook] = [named('deliver mail'), named('deliver webhook')]
  expect(mail.attributes).toEqual({ 'portico.project_id': project.id, 'portico.mail_template': 'email_verification' })
  expect(namesBelow(mail)).toContain('send mail')
  expect(webhook.attributes).toMatchObject({ 'portico.project_id': project.id })
  const sent = spans().find(({ parentSpanContext }) => parentSpanContext?.spanId === webhook.spanContext().spanId)
  expect(sent).toMatchObject({
    name: 'POST',
    kind: SpanKind.CLIENT,
    attributes: { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
  })
})

test('the work of a worker that finds nothing to do is part of no trace', async () => {
  await portico.service.idle()

  expect(spans()).toEqual([])
})

test('without an SDK there is no tracer, and work is called as it is', async () => {
  const before: Context = context.active()
  withoutSdk()
  try {
    const log: string[] = []
    createLog('info', { write: (line) => void log.push(line) }).info('a line')

    expect(findTracer()).toBeNull()
    expect(await inChildSpan('work', 'internal', {}, () => Promise.resolve(context.active()))).toBe(before)
    expect(log[0]).not.toContain('trace_id')
  } finally {
    startSdk()
  }
})

function idsOf(span: ReadableSpan): object {
  const { spanId, traceId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

/** Runs the work while statements that need the table fail with a bug instead of an outage. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { db } = portico.database
  const [name, other] = [new SqlName(table), new SqlName(`${table}_away`)]
  await db.run(unscoped.statement`alter table ${name} rename to ${other}`)
  try {
    return await work()
  } finally {
    await db.run(unscoped.statement`alter table ${other} rename to ${name}`)
  }
}
