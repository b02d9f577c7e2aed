'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { Suspense, useContext, useEffect, useMemo, type ReactNode } from 'react'
import type { AppWithHooks } from '../app/app-with-hooks.ts'
import { navigate } from '../app/navigate.ts'
import type { PorticoClientApp } from '../app/PorticoClientApp.ts'
import { useOneTimeCodes, withoutCodes, type CodeParameter } from '../app/one-time-codes.ts'
import { AppContext, NoProviderError } from '../app/usePorticoApp.ts'
import { FailureCard } from '../cards/FailureCard.tsx'
import { CardRoot, Page } from '../cards/CardRoot.tsx'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { lazyPart } from '../parts/lazy-part.ts'
import { Root } from '../parts/Root.tsx'
import { HandlerOutline, type HandlerOutlineProps } from './HandlerOutline.tsx'
import { HandlerPage } from './HandlerPage.tsx'
import { handlerPages, type HandlerComponentProps, type HandlerPageRow } from './handler-pages.ts'
import { resolveDestination } from './handler-path.ts'
import { UnknownPage } from './UnknownPage.tsx'
import { usePageCode } from './usePageCode.ts'
import { useWindowPath } from './useWindowPath.ts'

/** The props of `PorticoHandler`. */
export interface PorticoHandlerProps {
  /** Default: that of the nearest `PorticoProvider`. */
  readonly app?: PorticoClientApp | undefined
  /**
   * The current path. On a server it must include the query. In a browser the default query is that of the window.
   * Default: the path of the window. Without a path, a server sends the outline of a card.
   */
  readonly location?: string | undefined
  /** Fills the rest of the window and centres the cards. */
  readonly fullPage?: boolean | undefined
  /** Additional props for pages. They override the handler's. */
  readonly componentProps?: HandlerComponentProps | undefined
  /**
   * Origins that may show the handler in a frame, such as `https://host.example`. In a frame of any other origin, the
   * pages only offer to open in a new tab. The allowed origins must forbid other sites to frame them: browsers without
   * `location.ancestorOrigins` reveal only the page that opened the frame.
   */
  readonly allowedFrameAncestors?: readonly string[] | undefined
}

const noCodes: readonly CodeParameter[] = []
const noProps: HandlerComponentProps = {}

const FrameGuard = lazyPart('FrameGuard', () => import('./FrameGuard.tsx')).Component

/** Shows the page for the current path below `urls.handler`. */
export function PorticoHandler(props: PorticoHandlerProps): ReactNode {
  const { fullPage, allowedFrameAncestors } = props
  const provided = useContext(AppContext)
  const app = props.app ?? provided
  if (!app) throw new NoProviderError('`<PorticoHandler>` without `app` was rendered')
  const path = useWindowPath(app.urls)
  const location = props.location ?? path
  if (location === null) {
    return (
      <AppContext.Provider value={app}>
        <HandlerOutline fullPage={fullPage} />
      </AppContext.Provider>
    )
  }
  const handler = <Handler {...props} app={app} location={location} />
  if (typeof window === 'undefined' || window.parent === window) return handler
  // The guard decides before the page renders, because effects of a page must not run in a refused frame. One of them
  // uses up a code.
  return (
    <AppContext.Provider value={app}>
      <OnDemand fullPage={fullPage} skeleton={<HandlerOutline fullPage={fullPage} />}>
        <FrameGuard allowedAncestors={allowedFrameAncestors} fullPage={fullPage}>
          {handler}
        </FrameGuard>
      </OnDemand>
    </AppContext.Provider>
  )
}

interface HandlerProps extends PorticoHandlerProps {
  readonly app: AppWithHooks
  readonly location: string
}

function Handler({ app, location, fullPage, componentProps = noProps }: HandlerProps): ReactNode {
  const search = searchOf(location)
  const destination = resolveDestination(`${location.split('?', 1)[0]}${search}`, app.urls)
  const elsewhere = destination.kind === 'elsewhere' ? destination.url : null
  const name = destination.kind === 'page' ? destination.name : null
  const row: HandlerPageRow | null = name && handlerPages[name]
  const names = row?.codes ?? noCodes
  const codes = useOneTimeCodes(names)
  const canonicalUrl = destination.kind === 'page' ? destination.canonicalUrl : null

  useEffect(() => {
    if (elsewhere !== null) navigate(app, elsewhere, { replace: true })
  }, [app, elsewhere])
  useEffect(() => {
    // Corrects only the address: the page is already correct. `state` belongs to the host's router and stays.
    if (canonicalUrl !== null)
      window.history.replaceState(window.history.state, '', withoutCodes(canonicalUrl, names) + window.location.hash)
  }, [canonicalUrl, names])
  useLoadEarly(app, name !== null)
  const isCodeLoaded = usePageCode(name)
  // Keep the element the same at each render: React discards the markup of a server if a suspended part of it gets
  // other props.
  const page = useMemo(() => {
    const skeleton = row?.hasColumns ? (
      // This page has its own skeleton. A card skeleton would flash before it.
      <Root>{fullPage && <Page wide>{null}</Page>}</Root>
    ) : (
      <HandlerOutline fullPage={fullPage} />
    )
    return (
      <OnDemand fullPage={fullPage} skeleton={skeleton}>
        {name === null || !isCodeLoaded ? (
          skeleton
        ) : (
          <HandlerPage
            name={name}
            fullPage={fullPage}
            searchParams={{ ...codes, ...Object.fromEntries(new URLSearchParams(search)) }}
            componentProps={componentProps}
          />
        )}
      </OnDemand>
    )
  }, [name, row, isCodeLoaded, fullPage, codes, search, componentProps])

  if (destination.kind === 'unknown') {
    return (
      <AppContext.Provider value={app}>
        <UnknownPage fullPage={fullPage} />
      </AppContext.Provider>
    )
  }
  return <AppContext.Provider value={app}>{page}</AppContext.Provider>
}

/** Renders content that is loaded on demand: its skeleton, its failure, then the content. */
function OnDemand({
  fullPage,
  skeleton,
  children,
}: HandlerOutlineProps & { readonly skeleton: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <FailureBoundary
      // The usual cause is a new deployment with other file names. A reload fetches it.
      onRetry={() => window.location.reload()}
      draw={(cause, retry) => (
        <CardRoot fullPage={fullPage}>
          <FailureCard cause={cause} onRetry={retry} />
        </CardRoot>
      )}
    >
      <Suspense fallback={skeleton}>{children}</Suspense>
    </FailureBoundary>
  )
}

function searchOf(location: string): string {
  const start = location.indexOf('?')
  if (start !== -1) return location.slice(start).split('#', 1)[0] ?? ''
  return typeof window === 'undefined' ? '' : window.location.search
}

/** Loads the user and the project in parallel with the code of the page. */
function useLoadEarly(app: PorticoClientApp, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const internals = app[porticoAppInternalsSymbol]
    // The component that reads the value also shows its failure.
    internals
      .projectResource()
      .load()
      .catch(() => {})
    internals
      .userResource()
      .load()
      .catch(() => {})
  }, [app, wanted])
}
