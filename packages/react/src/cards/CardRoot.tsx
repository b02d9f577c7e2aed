import { Suspense, type ReactNode } from 'react'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { FailureCard } from './FailureCard.tsx'
import { usePagePlace } from './page-place.ts'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { ActionFailure } from '../parts/ActionFailure.tsx'
import { FullPageContext } from '../parts/full-page.ts'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { Root } from '../parts/Root.tsx'

export interface CardRootProps {
  readonly fullPage?: boolean | undefined
  readonly children: ReactNode
}

/**
 * The outermost part of every card, in the middle of the rest of the window or where the host puts it. What loads or
 * fails inside is drawn inside, so that a host never loses its page to us.
 */
export function CardRoot({ fullPage = false, children }: CardRootProps): ReactNode {
  const retryLoading = useRetryLoading()
  const content = (
    <Suspense fallback={<CardSkeleton />}>
      <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <FailureCard cause={cause} onRetry={retry} />}>
        <ActionFailure>{children}</ActionFailure>
      </FailureBoundary>
    </Suspense>
  )
  return (
    <FullPageContext.Provider value={fullPage}>
      <Root>{fullPage ? <Page>{content}</Page> : content}</Root>
    </FullPageContext.Provider>
  )
}

/** Fills the window below its own upper edge, so that a host's header stays in view and nothing has to scroll. */
export function Page({
  wide = false,
  children,
}: {
  /** For content that has columns of its own, instead of a card in the middle. */
  readonly wide?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <div ref={usePagePlace()} className="portico-page" data-wide={wide ? '' : undefined}>
      {children}
    </div>
  )
}
