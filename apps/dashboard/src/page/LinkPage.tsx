import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { buttonLook } from '../kit/Button.tsx'
import { Bone, Empty } from '../kit/States.tsx'
import { Loaded, type Loading } from './Loaded.tsx'
import css from './link-page.module.css'

export interface LinkPageProps<Data> {
  readonly texts: { readonly title: string; readonly loadFailed: string; readonly toProjects: string }
  /** Why the link cannot be used; null if it can. */
  readonly closed: { readonly icon: ReactNode; readonly title: string; readonly text: string } | null
  readonly query: Loading<Data>
  readonly children: (data: Data) => ReactNode
}

/** The frame of a page that a link from elsewhere opens: what it asks, or why it cannot be answered. */
export function LinkPage<Data>({ texts, closed, query, children }: LinkPageProps<Data>): ReactNode {
  if (closed !== null) {
    return (
      <Empty
        isPage
        {...closed}
        action={
          <Link to="/projects" {...buttonLook({})}>
            {texts.toProjects}
          </Link>
        }
      />
    )
  }
  return (
    <>
      {query.data === undefined && <h1 className="sr">{texts.title}</h1>}
      <Loaded
        query={query}
        failed={texts.loadFailed}
        skeleton={
          <div className={css['loading']}>
            <Bone width="56%" />
            <Bone width="80%" />
          </div>
        }
      >
        {children}
      </Loaded>
    </>
  )
}

/** The buttons that answer the link. */
export function LinkActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={css['actions']}>{children}</div>
}
