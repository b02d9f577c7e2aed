import { HandlerOutline } from '@portico/react'
import { resolveDestination } from '@portico/react/server'
import { notFound, redirect } from 'next/navigation'
import { Suspense, type ReactNode } from 'react'
import { nextSupport } from './framework.ts'
import { PageHandler } from './PageHandler.tsx'
import type { PorticoNextHandlerProps, RouteProps } from './props.ts'
import { requireNextApp } from './provider.server.tsx'

/**
 * The pages of Portico, at `app/handler/[...portico]/page.tsx`. Only the part below its `<Suspense>` waits for the
 * request.
 */
export function PorticoHandler(props: PorticoNextHandlerProps): ReactNode {
  return (
    <Suspense fallback={<HandlerOutline fullPage={props.fullPage} />}>
      <Page {...props} />
    </Suspense>
  )
}

async function Page({
  app: given,
  routeProps,
  params = {},
  searchParams = {},
  ...props
}: PorticoNextHandlerProps): Promise<ReactNode> {
  const app = requireNextApp(given, 'PorticoHandler')
  const route = routeProps ?? { params, searchParams }
  const location = `${app.urls.handler}/${await pathOf(route)}${await queryOf(route)}`
  const destination = resolveDestination(location, app.urls)
  if (destination.kind === 'unknown') notFound()
  if (destination.kind === 'elsewhere') redirect(destination.url, 'replace')
  return <PageHandler {...props} location={location} page={await nextSupport.readPage(app, true)} />
}

/** Returns the path below the handler: the segments of the route's catch-all parameter. */
async function pathOf({ params }: RouteProps): Promise<string> {
  const values = Object.values(await params)
  const segments = values.find((value) => Array.isArray(value))
  if (segments) return segments.join('/')
  // Of `[[...portico]]`, at the path of the handler itself.
  if (values.length === 1 && values[0] === undefined) notFound()
  throw new Error(
    '`<PorticoHandler>` found no path. Render it in app/handler/[...portico]/page.tsx, and pass the props of the page as `routeProps`.',
  )
}

async function queryOf({ searchParams }: RouteProps): Promise<string> {
  const pairs = Object.entries(await searchParams).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, value]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
