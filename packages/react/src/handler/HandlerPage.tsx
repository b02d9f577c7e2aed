'use client'

import type { PageName } from '@portico/client'
import type { ComponentType, ReactNode } from 'react'
import { handlerPages, type HandlerComponentProps } from './handler-pages.ts'

export interface HandlerPageProps {
  readonly name: PageName
  readonly fullPage: boolean | undefined
  readonly searchParams: Readonly<Record<string, string>>
  readonly componentProps: HandlerComponentProps
}

/** Renders one page with the handler's props. The host's props override them. */
export function HandlerPage({ name, fullPage, searchParams, componentProps }: HandlerPageProps): ReactNode {
  const { part, component, props } = handlerPages[name]
  // Each row pairs its component with its own props. The compiler cannot follow that pair through a lookup by name.
  const Page = part.Component as ComponentType<object>
  return <Page {...{ fullPage, searchParams, ...props }} {...withoutUndefined(componentProps[component] ?? {})} />
}

/** Removes undefined entries, which must not override the handler's props. */
function withoutUndefined(props: object): object {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
}
