import { stripTypeScriptTypes } from 'node:module'
import { compileFunction } from 'node:vm'

import type { Example } from './collect.ts'
import { mentions, partsOf } from './program.ts'

type Values = Readonly<Record<string, unknown>>

/** The modules that examples can import, by specifier. */
export type Modules = ReadonlyMap<string, Values>

/** Returns whether Node can run the example: a browser, a device or a framework is not there. */
export function isRunnable(example: Example, modules: Modules): boolean {
  const { imports } = partsOf(example, [])
  const isOfBrowser = example.given !== undefined || /tokenStore: 'cookie'|\bdocument\./.test(example.code)
  return !isOfBrowser && imports.every((text) => modules.has(specifierOf(text)))
}

/**
 * Runs an example.
 *
 * @returns what the example returns
 */
export async function runExample(example: Example, surroundings: Values, modules: Modules): Promise<unknown> {
  const { imports, body } = partsOf(example, Object.keys(modules.get(example.entry) ?? {}))
  const values = new Map<string, unknown>()
  for (const name of Object.keys(surroundings)) {
    if (mentions(body, name)) values.set(name, surroundings[name])
  }
  values.set('app', surroundings[example.app])
  for (const text of imports) {
    const module = modules.get(specifierOf(text)) ?? {}
    for (const name of namesIn(text)) values.set(name, module[name])
  }
  const text = stripTypeScriptTypes(`async function example() {\n${body}\n}`)
  const run = compileFunction(`${text}\nreturn example()`, [...values.keys()], { filename: example.name })
  return run(...values.values())
}

function specifierOf(text: string): string {
  return /'([^']+)'/.exec(text)?.[1] ?? ''
}

function namesIn(text: string): readonly string[] {
  return (
    /\{(.*)\}/s
      .exec(text)?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')) ?? []
  )
}
