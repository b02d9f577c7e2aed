import type { ErrorSpec } from './src/errors.ts'

/** Generates a module with the family of each error code, so that browser code does not include statuses and sentences. */
export function errorFamiliesModule(catalogue: Readonly<Record<string, ErrorSpec>>): string {
  const entries = Object.entries(catalogue).map(([code, { parent = '' }]) => `  ${code}: '${parent}',\n`)
  return [
    '// Generated from `errors.ts` by `npm run generate`. Do not edit.\n',
    "import type { ErrorCode, ErrorFamily } from './errors.ts'\n",
    '\n/** The family of each code in the error catalogue; empty for a code without a family. */\n',
    `export const errorFamilies = {\n${entries.join('')}} as const satisfies { [Code in ErrorCode]: ErrorFamily<Code> }\n`,
  ].join('')
}
