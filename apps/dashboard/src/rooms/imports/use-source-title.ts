import { useCallback } from 'react'

import { imports, type ImportRun } from '../../data/imports.ts'

/**
 * Returns the product name of a source; its id until the names are loaded, and for sources that only programs import.
 */
export function useSourceTitle(): (source: ImportRun['source']) => string {
  const { data } = imports.useRead('sources', [], { staleTime: Number.POSITIVE_INFINITY })
  return useCallback((source) => data?.find(({ id }) => id === source)?.title ?? source, [data])
}
