import type { ErrorSpec } from './src/errors.ts'

/** Prints the codes of the catalogue by family as a module without imports, because browser code takes no values from here. */
export function errorFamiliesModule(catalogue: Readonly<Record<string, ErrorSpec>>): string {
  const families = new Map<string, string[]>()
  for (const [code, { parent = '' }] of Object.entries(catalogue)) {
    families.set(parent, [...(families.get(parent) ?? []), code])
  }
  const entries = [...families].map(([family, codes]) => {
    const name = family === '' ? "''" : family
    return `  ${name}: [\n${codes.map((code) => `    '${code}',\n`).join('')}  ],\n`
  })
  return [
    '// Generated from the contract by `npm run generate`; a test keeps it equal. Do not edit.\n',
    '\n/** The codes of the error catalogue, by family. */\n',
    `export const errorFamilies = {\n${entries.join('')}} as const\n`,
  ].join('')
}
