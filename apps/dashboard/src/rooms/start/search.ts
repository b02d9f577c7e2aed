export const frameworks = ['react', 'next', 'node', 'curl'] as const

export type Framework = (typeof frameworks)[number]

export interface StartSearch {
  /** Default: React. */
  readonly framework?: Framework
  /** Shows the requests that failed. */
  readonly failed?: true
}

export function readStartSearch(search: Record<string, unknown>): StartSearch {
  const framework = frameworks.find((known) => known === search['framework'])
  return {
    ...(framework !== undefined && framework !== 'react' && { framework }),
    ...(search['failed'] !== undefined && { failed: true }),
  }
}
