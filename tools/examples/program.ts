import { join } from 'node:path'

import { API, type Diagnostic } from 'typescript/unstable/sync'

import type { Example } from './collect.ts'

const folder = import.meta.dirname

/** An example in the parts that the compiler and a run need. */
export interface Parts {
  /** The import declarations of the example, and that of the entry for a doc comment. */
  readonly imports: readonly string[]
  readonly body: string
}

/** @param exported the names that the entry exports */
export function partsOf({ code, entry }: Example, exported: readonly string[]): Parts {
  const imports = [...code.matchAll(/^import (?:[^;']*? from )?'[^']+'(?: *\/\/.*)?$/gm)].map(([text]) => text)
  const body = imports.reduce((rest, text) => rest.replace(text, ''), code).replaceAll(/^export /gm, '')
  const types = [...body.matchAll(/<([A-Z]\w*)>\(/g)].map(([, name = '']) => name)
  const isImported = (name: string): boolean => imports.some((text) => mentions(text, name))
  const names = [
    ...exported.filter((name) => mentions(body, name) && !isImported(name)),
    ...types.filter((name) => !exported.includes(name) && !isImported(name)).map((name) => `type ${name}`),
  ]
  return {
    imports: [...imports, ...(names.length > 0 ? [`import { ${names.join(', ')} } from '${entry}'`] : [])],
    body,
  }
}

/** @returns whether the code has the name on its own, not as a member */
export function mentions(code: string, name: string): boolean {
  return new RegExp(`(?<![\\w.$'@/])${name}(?![\\w$'])`).test(code)
}

/**
 * Returns what the compiler says about each example, by its name. The files of the program exist in memory only.
 *
 * @param surrounding the names that `createSurroundings` returns
 * @param exports the names that each entry exports
 */
export function compileExamples(
  examples: readonly Example[],
  surrounding: readonly string[],
  exports: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map(
    examples.map((example, index) => [join(folder, `example-${index}.${example.language}`), example] as const),
  )
  const texts = new Map([...files].map(([file, example]) => [file, programOf(example, surrounding, exports)]))
  const config = join(folder, 'tsconfig.json')
  texts.set(
    config,
    JSON.stringify({ extends: '../../tsconfig.browser.json', compilerOptions, files: [...files.keys()], include: [] }),
  )
  const fs = {
    readFile: (file: string) => texts.get(file),
    fileExists: (file: string) => texts.has(file) || undefined,
  }
  const api = new API({ cwd: folder, fs })
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    if (!program) throw new Error('The compiler has not opened the program of the examples.')
    const own = program.getProgramDiagnostics().map(({ text }) => text)
    if (own.length > 0) throw new Error(own.join('\n'))
    return new Map(
      [...files].map(([file, { name }]) => {
        const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
        return [name, found.map((one) => `${lineAt(texts.get(file) ?? '', one.pos)}: ${textOf(one)}`)]
      }),
    )
  } finally {
    api.close()
  }
}

/** As in the project of a developer: strict, without the further rules of ours. */
const compilerOptions = {
  declaration: false,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: false,
  noUncheckedSideEffectImports: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
  isolatedModules: false,
  types: ['node'],
}

function programOf(
  example: Example,
  surrounding: readonly string[],
  exports: ReadonlyMap<string, readonly string[]>,
): string {
  const { imports, body } = partsOf(example, exports.get(example.entry) ?? [])
  const given = surrounding
    .filter((name) => mentions(body, name) && !imports.some((text) => mentions(text, name)))
    .map((name) => `declare const ${name}: Surroundings['${name}']`)
  return [
    ...imports,
    "import type { Surroundings } from './surroundings.ts'",
    ...(example.given ?? [`declare const app: Surroundings['${example.app}']`, ...given]),
    // A function, in which an example can return and declare a name of its surroundings.
    `export async function example() {\n${body}\n}`,
  ].join('\n')
}

function lineAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  const end = text.indexOf('\n', position)
  return text.slice(start, end === -1 ? undefined : end).trim()
}

function textOf({ messageChain = [], text }: Diagnostic): string {
  return [text, ...messageChain.map(textOf)].join(' ')
}
