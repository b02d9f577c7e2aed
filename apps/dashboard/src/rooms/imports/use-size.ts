import { useCallback } from 'react'

import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { importsTexts } from '../../texts/en/imports.ts'

/** Returns a function that writes a number of bytes in kilobytes or megabytes. */
export function useSize(): (bytes: number) => string {
  const t = useTexts(importsTexts)
  const format = useFormat()
  return useCallback(
    (bytes) =>
      bytes < 1_000_000
        ? t.smallSize(format.number(Math.ceil(bytes / 1_000)))
        : t.size(format.number(Math.ceil(bytes / 100_000) / 10)),
    [format, t],
  )
}
