import { Link, useLocation } from '@tanstack/react-router'
import { Search, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../data/projects.ts'
import { useMay } from '../kit/May.tsx'
import { useTexts } from '../language/useTexts.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ProjectSwitcher } from './ProjectSwitcher.tsx'
import { railItems, type RailItem } from './rail-items.ts'
import { paletteKeys } from './palette-keys.ts'
import { useRailNote } from './rail-notes.ts'
import type { ShellOverlay } from './useOverlay.ts'

/** Project switcher, search, rooms and account: the content of the rail, and on small screens of the sheet. */
export function Rail({ onOpen }: { readonly onOpen: (overlay: ShellOverlay) => void }): ReactNode {
  const t = useTexts(shellTexts)
  const may = useMay()
  const shown = railItems.filter(({ right }) => may(right))
  const groups = [undefined, ...new Set(shown.flatMap(({ group }) => group ?? []))]
  return (
    <>
      <ProjectSwitcher />
      <button type="button" className="find" aria-haspopup="dialog" onClick={() => onOpen('palette')}>
        <Search />
        {t.search}
        <kbd aria-hidden="true">{paletteKeys}</kbd>
      </button>
      <nav className="nav" aria-label={t.rooms}>
        {groups.map((group) => (
          <RailGroup
            key={group ?? ''}
            heading={group && t.groups[group]}
            items={shown.filter((item) => item.group === group)}
          />
        ))}
      </nav>
      <div className="rail-foot">
        <AccountMenu onShowShortcuts={() => onOpen('shortcuts')} />
      </div>
    </>
  )
}

function RailGroup({
  heading,
  items,
}: {
  readonly heading: string | undefined
  readonly items: readonly RailItem[]
}): ReactNode {
  return (
    <>
      {heading !== undefined && <h2>{heading}</h2>}
      {items.map((item) => (
        <RailLink key={item.id} item={item} />
      ))}
    </>
  )
}

function RailLink({ item }: { readonly item: RailItem }): ReactNode {
  const t = useTexts(shellTexts)
  const { id } = useCurrentProject()
  const { pathname } = useLocation()
  const note = useRailNote(item.id)
  const to = `/projects/${id}${item.path}`
  const isCurrent = item.path === '' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
  const Icon = item.icon
  if (note?.isHidden && !isCurrent) return null
  return (
    <Link to={to} activeOptions={{ exact: item.path === '', includeSearch: false }}>
      <Icon />
      <span>{t.items[item.id]}</span>
      {note?.text !== undefined && (
        <span className="nav-count" data-tone={note.isWarning ? 'warn' : undefined} title={note.title}>
          {note.isWarning && <TriangleAlert />}
          {note.text}
        </span>
      )}
    </Link>
  )
}
