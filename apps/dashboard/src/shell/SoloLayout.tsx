import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Mark } from './Mark.tsx'
import './shell.css'
import { useOpenOverlay } from './useOverlay.ts'

/** The frame of the pages that belong to no project. */
export function SoloLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const openOverlay = useOpenOverlay()
  return (
    <Solo menu={<AccountMenu onShowShortcuts={() => openOverlay('shortcuts')} />} home="/projects">
      {children}
    </Solo>
  )
}

/** The same frame without a session. */
export function VisitorLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <Solo>{children}</Solo>
}

function Solo({
  menu,
  home,
  children,
}: {
  readonly menu?: ReactNode
  readonly home?: string
  readonly children: ReactNode
}): ReactNode {
  const t = useTexts(shellTexts)
  const brand = (
    <>
      <Mark />
      {t.product}
    </>
  )
  return (
    <div className="solo">
      <a className="skip btn" href="#main">
        {t.skip}
      </a>
      <header className="solo-head">
        {home === undefined ? (
          <span className="brand">{brand}</span>
        ) : (
          <Link to={home} className="brand">
            {brand}
          </Link>
        )}
        <span className="push" />
        {menu}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
