import { endpoints } from '@portico/contract'

/**
 * Returns the module with the right of staff that each endpoint requires, for the dashboard: it cannot load the
 * endpoints, which are made with Zod. An endpoint without a right is not listed.
 */
export function endpointRightsModule(): string {
  const rights = [...endpoints].flatMap(([name, { staffRight }]) =>
    staffRight === undefined || staffRight === null
      ? []
      : [`export const ${name} = ${JSON.stringify(staffRight)} as const`],
  )
  return [
    '// Written by `npm run generate` from the contract. Do not edit.',
    '// The right of staff that each endpoint requires. One constant for each, so that the dashboard contains only what it names.',
    ...rights,
    '',
  ].join('\n')
}
