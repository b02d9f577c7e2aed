'use client'

import { porticoAppInternalsSymbol, type ProjectBranding } from '@portico/client'
import { Suspense, useContext, type ReactNode } from 'react'
import { PageEndContext } from '../app/page-end.ts'
import { useIfLoaded } from '../app/resource-hooks.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { CardProjectContext } from './card-project.ts'
import { FailureCard } from './FailureCard.tsx'
import { usePagePlace } from './page-place.ts'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { ActionFailure } from '../parts/ActionFailure.tsx'
import { FullPageContext } from '../parts/full-page.ts'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { Root } from '../parts/Root.tsx'

export interface CardRootProps {
  readonly fullPage?: boolean | undefined
  /** The project of a preview. Default: that of the app. */
  readonly project?: ProjectBranding | undefined
  readonly children: ReactNode
}

/**
 * The outermost component of every card, centred in the rest of the window or placed by the host. It shows loading
 * states and failures itself, so that they never replace the host's page.
 */
export function CardRoot({ fullPage = false, project, children }: CardRootProps): ReactNode {
  const retryLoading = useRetryLoading()
  // A card without the accent is still usable.
  const ofApp = useIfLoaded(usePorticoApp()[porticoAppInternalsSymbol].projectResource())
  const shown = project ?? ofApp
  const content = (
    <Suspense fallback={<CardSkeleton />}>
      <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <FailureCard cause={cause} onRetry={retry} />}>
        <ActionFailure>{children}</ActionFailure>
      </FailureBoundary>
    </Suspense>
  )
  return (
    <FullPageContext.Provider value={fullPage}>
      <CardProjectContext.Provider value={shown}>
        <Root project={shown}>{fullPage ? <Page>{content}</Page> : content}</Root>
      </CardProjectContext.Provider>
    </FullPageContext.Provider>
  )
}

/** Fills the window below its own upper edge, so that the host's header stays visible and the page does not scroll. */
export function Page({
  wide = false,
  children,
}: {
  /** For content with columns, instead of a centred card. */
  readonly wide?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <div ref={usePagePlace()} className="portico-page" data-wide={wide ? '' : undefined}>
      {children}
      {useContext(PageEndContext)}
    </div>
  )
}
