import { accentPages, correctAccent, TEXT_CONTRAST_MIN } from '@portico/protocols/accent-color'
import { contrastOf } from '@portico/protocols/mail-document/contrast'
import type { ReactNode } from 'react'

import { useFormat } from '../../language/format.ts'
import type { BrandingTexts } from '../../texts/en/branding.ts'
import css from './branding.module.css'

/** The accent as people see it in light and in dark mode, with its contrast to the page. */
export function AccentFigures({
  color,
  texts: t,
}: {
  readonly color: string
  readonly texts: BrandingTexts
}): ReactNode {
  const format = useFormat()
  if (color === '') return null
  return (
    <>
      <dl className={css['figures']}>
        {(['light', 'dark'] as const).map((mode) => {
          const shown = correctAccent(color, mode)
          const { grounds, onAccent } = accentPages[mode]
          const least = (of: string): string =>
            `${format.number(Math.floor(Math.min(...[...grounds, onAccent].map((other) => contrastOf(of, other))) * 10) / 10)}:1`
          return (
            <div key={mode}>
              <dt>{t.modes[mode]}</dt>
              <dd>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <rect width="16" height="16" rx="4" fill={shown} />
                </svg>
                <code dir="ltr">{shown}</code>{' '}
                <span className="soft">
                  {shown === color ? t.figures.enough(least(color)) : t.figures.corrected(least(color), least(shown))}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="help">{`≥ ${format.number(TEXT_CONTRAST_MIN)}:1 (WCAG 2.2)`}</p>
    </>
  )
}
