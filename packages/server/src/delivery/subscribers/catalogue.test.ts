import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { events, type EventFacts } from '@portico/contract'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
const catalogue: Readonly<Record<string, EventFacts>> = events

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const emitted = files.flatMap((file) =>
  callsOfEmit(parseSync(file, read(file)).program as unknown as Node).map((type) => ({ file, type })),
)

function read(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}

/** Returns the event types in `emit(call, type, …)` and `emitEach(call, type, …)`, both types of a conditional. */
function callsOfEmit(node: Node): string[] {
  const inside = Object.values(node).flatMap((value) => [value].flat().filter(isNode).flatMap(callsOfEmit))
  if (node.type !== 'CallExpression' || !isEmit(node.callee as { name?: string })) return inside
  return [...literalsOf((node.arguments as Node[])[1]), ...inside]
}

function isEmit({ name }: { readonly name?: string }): boolean {
  return name === 'emit' || name === 'emitEach'
}

function literalsOf(node: Node | undefined): string[] {
  if (node?.type === 'ConditionalExpression') {
    return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)]
  }
  return node?.type === 'Literal' ? [String(node.value)] : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

test.each(Object.keys(events))('%s is emitted by a flow', (type) => {
  expect(emitted.map((call) => call.type)).toContain(type)
})

test('flows emit only events of the catalogue', () => {
  expect(emitted.filter(({ type }) => !(type in events))).toEqual([])
})

test.each(Object.entries(catalogue))(
  '%s has a description and a well-formed audit action',
  (type, { description, action }) => {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(description).toMatch(/^[A-Z].*\.$/)
    if (typeof action === 'string') expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/)
  },
)

test('only subscribers write audit entries and count sign-ins', () => {
  const writers = files.filter((file) => /records\/audit\/store\.ts|\bsignIns\b/.test(read(file)))
  const inserting = files.filter((file) => read(file).includes('insert into audit_events'))

  expect(writers.filter((file) => !file.startsWith('delivery/subscribers/'))).toEqual([
    'platform/metrics/metrics.ts',
    'platform/metrics/series.ts',
  ])
  expect(inserting).toEqual(['records/audit/store.ts'])
})

test('every process takes its subscribers from one list', () => {
  const importing = files.filter((file) => /delivery\/subscribers\/(?!subscribers\.ts)/.test(read(file)))
  const listed = [...read('delivery/subscribers/subscribers.ts').matchAll(/from '\.\/(.+)'/g)].map(([, name]) =>
    String(name),
  )
  const others = files.filter((file) => file.startsWith('delivery/subscribers/') && !file.endsWith('/subscribers.ts'))

  expect(importing).toEqual([])
  expect(listed.toSorted()).toEqual(others.map((file) => file.replace('delivery/subscribers/', '')).toSorted())
})

test('cached projects are invalidated by a subscriber alone', () => {
  const invalidating = files.filter((file) =>
    /notifyProjectChanged|projects\.forget\(|cache\.forget\(/.test(read(file)),
  )

  expect(invalidating.toSorted()).toEqual([
    // Wires the subscriber to the cache of the process.
    'create-portico.ts',
    'delivery/subscribers/project-cache.ts',
    // Listens to the notification.
    'records/projects/project-cache.ts',
    'records/projects/store.ts',
  ])
})
