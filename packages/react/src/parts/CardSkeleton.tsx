'use client'

import { useIsLate } from '@portico/ui/parts/useIsLate'
import type { ReactNode } from 'react'
import { useTranslateNow } from '../i18n/language.ts'

/** A visitor who waits longer thinks that the page is broken. */
const PATIENCE_MILLIS = 3_000

/** Placeholder of a card. It has the size and spacing of the card, so that the layout does not shift. */
export function CardSkeleton({ fields = 2 }: { readonly fields?: number }): ReactNode {
  const t = useTranslateNow()
  const isLate = useIsLate(PATIENCE_MILLIS)
  return (
    <section className="portico-card" aria-busy={!isLate} aria-label={t('Loading…')}>
      <div className="portico-skeleton" aria-hidden="true">
        <span className="portico-bone" data-bone="title" />
        <span className="portico-bone" data-bone="text" />
        <FieldBones fields={fields} />
      </div>
      {isLate && (
        <p className="portico-foot" role="alert">
          {t('Still connecting…')}
        </p>
      )}
    </section>
  )
}

/** Placeholder of a form. */
export function FormSkeleton(): ReactNode {
  return (
    <div className="portico-skeleton" aria-hidden="true">
      <FieldBones fields={2} />
    </div>
  )
}

function FieldBones({ fields }: { readonly fields: number }): ReactNode {
  return (
    <>
      {Array.from({ length: fields }, (_, field) => (
        <span key={field} className="portico-skeleton-field">
          <span className="portico-bone" data-bone="label" />
          <span className="portico-bone" data-bone="control" />
        </span>
      ))}
      <span className="portico-bone" data-bone="button" />
    </>
  )
}
