import type { CurrentUser } from '@portico/client'
import { useContext, useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { ActionFailureNotice } from '../parts/ActionFailure.tsx'
import { FullPageContext } from '../parts/full-page.ts'
import { Avatar } from '../user/UserAvatar.tsx'
import { Identity } from '../user/UserButton.tsx'
import { SettingsIcon } from './SettingsIcon.tsx'
import { openHash, useHash } from './useHash.ts'

export interface SettingsEntry {
  readonly id: string
  readonly title: string
  /** One muted sentence under the title. */
  readonly lead?: string
  readonly icon: ReactNode
  readonly content: ReactNode
}

export interface SettingsLayoutProps {
  readonly user: CurrentUser
  readonly entries: readonly SettingsEntry[]
}

/**
 * The list of sections beside the selected one; if there is no room for both, one at a time.
 *
 * The style sheet alone decides which is visible: without a hash, a wide page shows the list and the first section, a narrow one
 * shows the list. No measuring is necessary, and the layout does not shift.
 */
export function SettingsLayout({ user, entries }: SettingsLayoutProps): ReactNode {
  const t = useTranslate()
  const fullPage = useContext(FullPageContext)
  const titleId = useId()
  const hash = useHash()
  const opened = entries.find(({ id }) => id === hash)
  const shown = opened ?? entries[0]
  const nav = useRef<HTMLElement>(null)
  const main = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusThatStaysVisible(opened?.id, nav, main, heading)

  // A bare hash would be resolved against the host's base address.
  function follow(event: MouseEvent<HTMLAnchorElement>, id: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openHash(id)
  }

  const Title = fullPage ? 'h1' : 'h2'
  const SectionTitle = fullPage ? 'h2' : 'h3'
  return (
    <div className="portico-settings" data-open={opened ? '' : undefined}>
      <div className="portico-settings-columns">
        <nav ref={nav} className="portico-settings-nav" aria-labelledby={titleId}>
          <Title className="portico-settings-title" id={titleId}>
            {t('Account settings')}
          </Title>
          <div className="portico-settings-who">
            <Avatar user={user} size={40} />
            <Identity user={user} />
          </div>
          <ul className="portico-settings-list">
            {entries.map(({ id, title, icon }) => (
              <li key={id} className="portico-settings-item">
                <a
                  className="portico-settings-link"
                  href={`#${encodeURIComponent(id)}`}
                  aria-current={shown?.id === id ? 'true' : undefined}
                  data-section={id}
                  onClick={(event) => follow(event, id)}
                >
                  {icon}
                  <span>{title}</span>
                  <SettingsIcon name="chevron" />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shown && (
          <section ref={main} className="portico-settings-section" aria-labelledby={`${titleId}-section`}>
            <button className="portico-settings-back" type="button" onClick={() => openHash('')}>
              <SettingsIcon name="back" />
              {t('Account settings')}
            </button>
            <header className="portico-settings-head">
              <SectionTitle ref={heading} className="portico-settings-heading" id={`${titleId}-section`} tabIndex={-1}>
                {shown.title}
              </SectionTitle>
              {shown.lead !== undefined && <p className="portico-settings-lead">{shown.lead}</p>}
            </header>
            <ActionFailureNotice />
            <div key={shown.id} className="portico-settings-content">
              {shown.content}
            </div>
          </section>
        )}
      </div>
    </div>
  )
}

/**
 * If list and section alternate, the focused element disappears after a step. The focus then moves to the heading of the section,
 * or back to the link in the list. If both are visible, the focus stays on the list.
 */
function useFocusThatStaysVisible(
  opened: string | undefined,
  nav: { readonly current: HTMLElement | null },
  main: { readonly current: HTMLElement | null },
  heading: { readonly current: HTMLElement | null },
): void {
  const before = useRef(opened)
  useEffect(() => {
    const left = before.current
    before.current = opened
    if (left === opened) return
    if (opened !== undefined && isHidden(nav.current)) heading.current?.focus()
    if (opened === undefined && isHidden(main.current)) {
      nav.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(left ?? '')}"]`)?.focus()
    }
  }, [opened, nav, main, heading])
}

function isHidden(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).display === 'none'
}
