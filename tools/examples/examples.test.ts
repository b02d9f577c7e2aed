import * as client from '@portico/client'
import * as admin from '@portico/client/admin'
import * as server from '@portico/client/server'
import * as testkit from '@portico/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { collectExamples, commentExamples, documentExamples } from './collect.ts'
import { compileExamples } from './program.ts'
import { isRunnable, runExample, type Modules } from './run.ts'
import { createSurroundings } from './surroundings.ts'

const modules: Modules = new Map<string, Readonly<Record<string, unknown>>>([
  ['@portico/client', client],
  ['@portico/client/server', server],
  ['@portico/client/admin', admin],
  ['@portico/testkit', testkit],
])
const examples = collectExamples()
const runnable = examples.filter((example) => isRunnable(example, modules))

let portico: testkit.TestPortico
let surroundings: Awaited<ReturnType<typeof createSurroundings>>
let problems: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  portico = await testkit.createTestPortico()
  surroundings = await createSurroundings(portico)
  const exported = [...modules].map(([specifier, module]) => [specifier, Object.keys(module)] as const)
  problems = compileExamples(examples, Object.keys(surroundings.values), new Map(exported))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

afterAll(async () => {
  await surroundings.remove()
  await portico.close()
})

describe('the examples of doc comments and documents', () => {
  test('include those of doc comments and those of documents', () => {
    expect(examples.length).toBeGreaterThan(30)
    expect(runnable.length).toBeGreaterThan(20)
  })

  test.each(examples.map(({ name }) => name))('compile as they are: %s', (name) => {
    expect(problems.get(name)).toEqual([])
  })

  test.each(runnable.map((example) => [example.name, example] as const))(
    'run to their end with a real service: %s',
    async (_name, example) => {
      vi.spyOn(console, 'log').mockImplementation(() => {})
      for (const [name, value] of Object.entries(surroundings.environmentOf(example.code))) vi.stubEnv(name, value)

      const returned = await runExample(example, { ...surroundings.values }, modules)

      expect(returned).toBeUndefined()
    },
  )
})

test('an example of a doc comment ends before the next tag', () => {
  const text = '/**\n * One.\n *\n * @example\n * const a = 1\n * use(a)\n *\n * @see two\n */\n'

  expect(commentExamples(text).map(({ code }) => code)).toEqual(['const a = 1\nuse(a)'])
})

test('code that a document shows from a tested file is no example', () => {
  const text = '```ts\none()\n```\n\n```ts src/app.ts#app\ntwo()\n```\n\n```sh\nthree\n```\n'

  expect(documentExamples(text).map(({ code }) => code)).toEqual(['one()'])
})
