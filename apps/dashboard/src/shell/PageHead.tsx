import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { Button, type ButtonProps } from '../kit/Button.tsx'
import { useShortcut } from '../kit/shortcuts.ts'
import { useShownRecord } from '../kit/window-title.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { useCommand } from './commands.ts'

export interface PageHeadProps {
  readonly title: string
  /** One sentence below the title. */
  readonly lead?: ReactNode
  /** The one primary button of the page. `C` presses it, and the palette offers it. */
  readonly primary?:
    | (Pick<ButtonProps, 'disabled'> & { readonly label: string; readonly onClick: () => void })
    | undefined
  /** Other buttons, before the primary one. */
  readonly actions?: ReactNode
  /** The pages above this one; only below the first level. */
  readonly crumbs?: readonly { readonly label: string; readonly to: string }[]
  /** Ends the title of the window: the project, for its rooms. */
  readonly of?: string | undefined
}

/**
 * Title, one sentence and the primary action of a page. It also names the window and moves the focus after a
 * navigation.
 */
export function PageHead({ title, lead, primary, actions, crumbs = [], of }: PageHeadProps): ReactNode {
  const t = useTexts(shellTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const record = useShownRecord()
  useShortcut(primary && !primary.disabled ? 'c' : null, () => primary?.onClick())
  useCommand(
    primary && !primary.disabled
      ? { id: `primary ${title}`, label: primary.label, shortcut: 'C', run: primary.onClick }
      : null,
  )
  useEffect(() => {
    // A screen reader starts at the new page, as after the load of a document. A dialog or drawer keeps its focus.
    if (hasNavigated && !document.querySelector('dialog[open]')) heading.current?.focus({ preventScroll: true })
    hasNavigated = true
  }, [title])
  return (
    <>
      <title>{[record, title, of, t.product].filter(Boolean).join(' · ')}</title>
      {crumbs.length > 0 && (
        <nav className="page-crumbs" aria-label={t.breadcrumbs}>
          <ol>
            {crumbs.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
                <ChevronRight className="flip" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className="page-head">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className="page-lead">{lead}</p>}
        </div>
        {(actions !== undefined || primary) && (
          <div className="page-actions">
            {actions}
            {primary && (
              <Button variant="primary" shortcut="C" disabled={primary.disabled} onClick={primary.onClick}>
                {primary.label}
              </Button>
            )}
          </div>
        )}
      </header>
    </>
  )
}

let hasNavigated = false
