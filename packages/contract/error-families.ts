import type { ErrorSpec } from './src/errors.ts'

/**
 * Generates a module with the family of each error code, so that browser code does not include statuses and sentences. It lists the codes by
 * their families, because every page downloads it.
 */
export function errorFamiliesModule(catalogue: Readonly<Record<string, ErrorSpec>>): string {
  const byFamily = Map.groupBy(Object.entries(catalogue), ([, { parent = '' }]) => parent)
  const members = [...byFamily].map(
    ([family, entries]) => `  ${family || "''"}: '${entries.map(([code]) => code).join(' ')}',\n`,
  )
  return [
    '// Generated from `errors.ts` by `npm run generate`. Do not edit.\n',
    "import type { ErrorCode, ErrorFamily } from './errors.ts'\n",
    '\n/** The codes of each family; under the empty name those without one. */\n',
    `const members: Readonly<Record<string, string>> = {\n${members.join('')}}\n`,
    '\n/** The family of each code in the error catalogue; empty for a code without a family. */\n',
    'export const errorFamilies = Object.fromEntries(\n',
    "  Object.entries(members).flatMap(([family, codes]) => codes.split(' ').map((code) => [code, family])),\n",
    '  // A test compares the codes and the families with the catalogue.\n',
    ') as { readonly [Code in ErrorCode]: ErrorFamily<Code> }\n',
  ].join('')
}
