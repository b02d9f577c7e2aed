import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Mark } from './Mark.tsx'
import './shell.css'
import { useOpenOverlay } from './useOverlay.ts'

/** The frame of the pages that belong to no project. */
export function SoloLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(shellTexts)
  const openOverlay = useOpenOverlay()
  return (
    <div className="solo">
      <a className="skip btn" href="#main">
        {t.skip}
      </a>
      <header className="solo-head">
        <Link to="/projects">
          <Mark />
          {t.product}
        </Link>
        <span className="push" />
        <AccountMenu onShowShortcuts={() => openOverlay('shortcuts')} />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
