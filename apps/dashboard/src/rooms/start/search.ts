export const frameworks = ['react', 'next', 'node', 'curl'] as const

export type Framework = (typeof frameworks)[number]

/** `?framework=next`; React without it. */
export function readStartSearch(search: Record<string, unknown>): { framework?: Framework } {
  const framework = frameworks.find((known) => known === search['framework'])
  return framework === undefined || framework === 'react' ? {} : { framework }
}
