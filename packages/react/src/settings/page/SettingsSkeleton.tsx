'use client'

import type { ReactNode } from 'react'
import { useTranslateNow } from '../../i18n/language.ts'

/** Placeholder of the page, with the same columns. */
export function SettingsSkeleton(): ReactNode {
  const t = useTranslateNow()
  return (
    <div className="portico-settings" aria-busy="true" role="status" aria-label={t('Loading…')}>
      <div className="portico-settings-columns" aria-hidden="true">
        <div className="portico-settings-nav">
          <div className="portico-skeleton">
            <span className="portico-bone" data-bone="title" />
            {[0, 1, 2, 3].map((line) => (
              <span key={line} className="portico-bone" data-bone="item" />
            ))}
          </div>
        </div>
        <div className="portico-settings-section">
          <RowBones />
        </div>
      </div>
    </div>
  )
}

/** Placeholder of a list in a row. */
export function ItemBone(): ReactNode {
  const t = useTranslateNow()
  return (
    <div className="portico-skeleton" role="status" aria-label={t('Loading…')}>
      <span className="portico-bone" data-bone="item" />
    </div>
  )
}

/** Placeholder for a section's rows. */
export function LoadingRows(): ReactNode {
  const t = useTranslateNow()
  return (
    <div role="status" aria-label={t('Loading…')}>
      <RowBones />
    </div>
  )
}

function RowBones(): ReactNode {
  return (
    <div className="portico-skeleton">
      {[0, 1, 2].map((row) => (
        <span key={row} className="portico-bone" data-bone="row" />
      ))}
    </div>
  )
}
