import type { ErrorSpec } from './src/catalogues/errors.ts'

/**
 * Generates a module with the family of each error code, so that browser code does not include statuses and sentences.
 * Every page downloads it, so it lists the codes by their families and in lower case, which compresses better among
 * other code.
 */
export function errorFamiliesModule(catalogue: Readonly<Record<string, ErrorSpec>>): string {
  const byFamily = Map.groupBy(Object.entries(catalogue), ([, { parent = '' }]) => parent)
  const members = [...byFamily].map(([family, entries]) => {
    const codes = entries.map(([code]) => code.toLowerCase()).join(' ')
    return `  ${family.toLowerCase() || "''"}: '${codes}',\n`
  })
  return [
    '// Generated from `errors.ts` by `npm run generate`. Do not edit.\n',
    "import type { ErrorCode, ErrorFamily } from './errors.ts'\n",
    '\n/** The codes of each family; under the empty name those without one. In lower case, which compresses better. */\n',
    `const members: Readonly<Record<string, string>> = {\n${members.join('')}}\n`,
    '\n/** The family of each code in the error catalogue; empty for a code without a family. */\n',
    'export const errorFamilies = Object.fromEntries(\n',
    '  Object.entries(members).flatMap(([family, codes]) =>\n',
    "    codes.toUpperCase().split(' ').map((code) => [code, family.toUpperCase()]),\n",
    '  ),\n',
    '  // A test compares the codes and the families with the catalogue.\n',
    ') as { readonly [Code in ErrorCode]: ErrorFamily<Code> }\n',
  ].join('')
}
