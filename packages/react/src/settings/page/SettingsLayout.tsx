'use client'

import type { CurrentUser } from '@portico/client'
import { useContext, useEffect, useId, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { ActionFailureNotice } from '../../parts/ActionFailure.tsx'
import { FullPageContext } from '../../parts/full-page.ts'
import { Icon } from '../../parts/Icon.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import { Avatar } from '../../user/UserAvatar.tsx'
import { Identity } from '../../user/UserButton.tsx'
import { ReadOnlyNotice } from './Editable.tsx'
import { SettingsIcon } from './SettingsIcon.tsx'
import { openHash, useHash } from './useHash.ts'
import { useShowMore } from './useShowMore.ts'

export interface SettingsEntry {
  readonly id: string
  readonly title: string
  /** One muted sentence under the title. */
  readonly lead?: string
  readonly icon: ReactNode
  readonly content: ReactNode
}

const TEAMS_PER_PAGE = 10

/** The teams of the user, below the other sections. */
export interface TeamEntries {
  readonly entries: readonly SettingsEntry[]
  /** The sections that lead to another team: received invitations, and the creation of a team. */
  readonly actions: readonly SettingsEntry[]
  /** A section that the list does not contain, such as a team that no longer exists. */
  readonly unlisted: SettingsEntry | undefined
  /** Replaces entries that could not be loaded. */
  readonly failure: ReactNode
  /** What happened to the team that was open before. */
  readonly notice: string | undefined
}

export interface SettingsLayoutProps {
  readonly user: CurrentUser
  readonly entries: readonly SettingsEntry[]
  readonly teams: TeamEntries
}

/**
 * The list of sections beside the selected one; if there is no room for both, one at a time.
 *
 * The style sheet alone decides which is visible: without a hash, a wide page shows the list and the first section, a
 * narrow one shows the list. No measuring is necessary, and the layout does not shift.
 */
export function SettingsLayout({ user, entries, teams }: SettingsLayoutProps): ReactNode {
  const t = useTranslate()
  const fullPage = useContext(FullPageContext)
  const titleId = useId()
  const hash = useHash()
  const opened =
    [...entries, ...teams.entries, ...teams.actions].find(({ id }) => id === hash) ??
    (teams.unlisted?.id === hash ? teams.unlisted : undefined)
  const shown = opened ?? entries[0]
  const nav = useRef<HTMLElement>(null)
  const main = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusThatStaysVisible(opened?.id, nav, main, heading)

  const Title = fullPage ? 'h1' : 'h2'
  const SectionTitle = fullPage ? 'h2' : 'h3'
  return (
    <div className="portico-settings" data-open={opened ? '' : undefined}>
      <div className="portico-settings-columns">
        <ReadOnlyNotice />
        {teams.notice !== undefined && <LayoutNotice text={teams.notice} />}
        <nav ref={nav} className="portico-settings-nav" aria-labelledby={titleId}>
          <Title className="portico-settings-title" id={titleId}>
            {t('Account settings')}
          </Title>
          <div className="portico-settings-who">
            <Avatar user={user} size={40} />
            <Identity user={user} />
          </div>
          <EntryList entries={entries} shownId={shown?.id} />
          {(teams.entries.length > 0 || teams.actions.length > 0 || teams.failure !== null) && (
            <TeamList teams={teams} shownId={shown?.id} />
          )}
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

/** The user's teams. A long list can be searched, and shows the first teams and the open one until then. */
function TeamList({
  teams,
  shownId,
}: {
  readonly teams: TeamEntries
  readonly shownId: string | undefined
}): ReactNode {
  const t = useTranslate()
  const id = useId()
  const search = useListSearch(teams.entries, { textOf: ({ title }) => title, pageSize: TEAMS_PER_PAGE })
  const { shown, found, more } = search
  const { list, showMore } = useShowMore(search)
  const open = found.find((entry) => entry.id === shownId && !shown.includes(entry))
  return (
    <>
      <p className="portico-settings-group" id={id}>
        {t('Teams')}
      </p>
      {search.hasField && <SearchField label={t('Search teams')} search={search} />}
      <EntryList listRef={list} entries={open ? [...shown, open] : shown} shownId={shownId} labelledBy={id} />
      {more > 0 && (
        <Button variant="quiet" onClick={showMore}>
          {t('Show {n} more', { n: more })}
        </Button>
      )}
      {teams.failure}
      <EntryList entries={teams.actions} shownId={shownId} />
    </>
  )
}

interface EntryListProps {
  readonly listRef?: RefObject<HTMLUListElement | null>
  readonly entries: readonly SettingsEntry[]
  readonly shownId: string | undefined
  readonly labelledBy?: string
}

function EntryList({ listRef, entries, shownId, labelledBy }: EntryListProps): ReactNode {
  if (entries.length === 0) return null
  return (
    <ul ref={listRef} className="portico-settings-list" aria-labelledby={labelledBy}>
      {entries.map(({ id, title, icon }) => (
        <li key={id} className="portico-settings-item">
          <a
            className="portico-settings-link"
            href={`#${encodeURIComponent(id)}`}
            aria-current={shownId === id ? 'true' : undefined}
            data-section={id}
            onClick={(event) => follow(event, id)}
          >
            {icon}
            <bdi>{title}</bdi>
            <SettingsIcon name="chevron" />
          </a>
        </li>
      ))}
    </ul>
  )
}

// A bare hash would be resolved against the host's base address.
function follow(event: MouseEvent<HTMLAnchorElement>, id: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openHash(id)
}

/** Takes the focus, because the control that the user pressed is gone. */
function LayoutNotice({ text }: { readonly text: string }): ReactNode {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [text])
  return (
    <p ref={notice} className="portico-settings-notice" role="status" tabIndex={-1}>
      <Icon name="check" />
      <bdi>{text}</bdi>
    </p>
  )
}

/**
 * If list and section alternate, the focused element disappears after a step. The focus then moves to the heading of
 * the section, or back to the link in the list. If both are visible, the focus stays on the list.
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
    // A section that a button in another one opened: the button is gone.
    const isLost = document.activeElement === document.body
    if (opened !== undefined && (isLost || isHidden(nav.current))) heading.current?.focus()
    if (opened === undefined && isHidden(main.current)) {
      nav.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(left ?? '')}"]`)?.focus()
    }
  }, [opened, nav, main, heading])
}

function isHidden(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).display === 'none'
}
