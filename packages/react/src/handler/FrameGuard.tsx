'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { isFramedByStranger } from './framing.ts'

export interface FrameGuardProps {
  readonly allowedAncestors: readonly string[] | undefined
  readonly fullPage: boolean | undefined
  readonly children: ReactNode
}

/** Renders its children unless a page of another origin frames this one. The host can allow origins. */
export function FrameGuard({ allowedAncestors, fullPage, children }: FrameGuardProps): ReactNode {
  if (!isFramedByStranger(window, allowedAncestors)) return children
  return (
    <CardRoot fullPage={fullPage}>
      <RefusedFrame />
    </CardRoot>
  )
}

function RefusedFrame(): ReactNode {
  const t = useTranslate()
  return (
    <Card title={t('Open this page in its own tab')}>
      <div className="portico-message">
        {t('This page is embedded in another site. To protect your account, it works only in its own tab.')}
      </div>
      <p className="portico-foot">
        <a className="portico-link" href={window.location.href} target="_blank" rel="noopener noreferrer">
          {t('Open in a new tab')}
        </a>
      </p>
    </Card>
  )
}
