import type { ErrorSpec } from './src/errors.ts'

/** Prints each code of the catalogue with its family as a module, so that browser code does not carry statuses and sentences. */
export function errorFamiliesModule(catalogue: Readonly<Record<string, ErrorSpec>>): string {
  const entries = Object.entries(catalogue).map(([code, { parent = '' }]) => `  ${code}: '${parent}',\n`)
  return [
    '// Generated from `errors.ts` by `npm run generate`. Do not edit.\n',
    "import type { ErrorCode, ErrorFamily } from './errors.ts'\n",
    '\n/** Each code of the error catalogue with the family it belongs to; empty for none. */\n',
    `export const errorFamilies = {\n${entries.join('')}} as const satisfies { [Code in ErrorCode]: ErrorFamily<Code> }\n`,
  ].join('')
}
