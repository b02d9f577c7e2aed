'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'

/** Light modules around the code. Readers need them; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4

interface Drawing {
  readonly of: string
  readonly size: number
  readonly d: string
}

/**
 * A QR code, dark on light in every colour mode, because many readers require it. Its library loads on demand. If that
 * fails, there is no code: the text beside it contains the same secret.
 */
export function QrCode({ text }: { readonly text: string | undefined }): ReactNode {
  const t = useTranslate()
  const [drawing, setDrawing] = useState<Drawing | 'none' | null>(null)
  useEffect(() => {
    if (text === undefined) return
    let current = true
    import('uqr').then(
      ({ encode }) => {
        if (!current) return
        const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
        setDrawing({ of: text, size, d: outlineOf(data) })
      },
      () => {
        if (current) setDrawing('none')
      },
    )
    return () => {
      current = false
    }
  }, [text])

  if (drawing === 'none') return null
  if (!drawing || drawing.of !== text) return <span className="portico-bone" data-bone="qr" />
  return (
    <svg
      className="portico-qr"
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={t('QR code for your authenticator app')}
      shapeRendering="crispEdges"
    >
      <path d={drawing.d} />
    </svg>
  )
}

/** One path for all dark modules, with a rectangle for each run of a row. */
function outlineOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`]
      }),
    )
    .join('')
}
