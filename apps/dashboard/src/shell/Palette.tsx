import type { StaffRight } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import { copyText } from '@portico/ui/parts/copy'
import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { splitMatch } from '@portico/ui/list/search-text'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  ArrowRight,
  Ban,
  Clock,
  FileUp,
  History,
  Mail,
  Search,
  SlidersHorizontal,
  Trash2,
  VenetianMask,
  Zap,
} from 'lucide-react'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import * as endpointRights from '../data/endpoint-rights.ts'
import { useProjects } from '../data/projects.ts'
import type { FailedSearch } from '../data/records.ts'
import { useMayIn } from '../data/staff-rights.ts'
import { hidePageScrollBar } from '../kit/page-scroll.ts'
import { Failed } from '../kit/States.tsx'
import { showToast } from '../kit/toast.ts'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { shellTexts, type ShellTexts } from '../texts/en/shell.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { useCommands } from './commands.ts'
import { Mark, ProjectMark } from './Mark.tsx'
import { paletteKeys } from './palette-keys.ts'
import { firstRoom } from './first-room.ts'
import { railItems } from './rail-items.ts'
import { rank, withActionsFor, type PaletteEntry, type PaletteGroup } from './palette-ranking.ts'
import { rightOfPage } from './room-rights.ts'
import type { SettingEntry } from './setting-entries.ts'
import { chooseTheme, isDark } from './theme.ts'
import { useSettingEntries } from './useSettingEntries.ts'
import { useRecordEntries } from './useRecordEntries.tsx'

/** An entry that can be opened: a page with its own address, or an action. */
interface OpenableEntry extends PaletteEntry {
  readonly icon: ReactNode
  readonly shortcut?: string
  readonly href?: string
  readonly run?: () => void
}

/** The command palette over pages, records, actions and projects. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(shellTexts)
  const id = useId()
  const dialog = useModal(hidePageScrollBar)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  // Null: the first entry, also after later results have arrived above it. An entry that was chosen stays selected.
  const [chosen, setChosen] = useState<string | null>(null)
  const { projectId } = useParams({ strict: false })
  const may = useMayIn(projectId)
  const settings = useSettingEntries()
  const entries = useEntries(may, settings.entries)
  const records = useRecordEntries(projectId, typed)
  const ranked = useMemo(
    () => rank<OpenableEntry>([...records.entries, ...entries], typed),
    [records.entries, entries, typed],
  )
  const best = ranked.find(({ group }) => group === 'users' || group === 'teams')?.entries[0]
  const groups = best ? withActionsFor(ranked, actionsFor(best, t, may)) : ranked
  const found = groups.flatMap((group) => group.entries)
  const selected = found.find((entry) => entry.id === chosen) ?? found[0]
  const place = selected ? found.indexOf(selected) : -1
  const isSearching = !selected && (settings.isLoading || records.isLoading)
  const selectedId = selected?.id
  useEffect(() => {
    // Also when results above it have moved it.
    if (place !== -1) document.getElementById(`${id} ${selectedId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selectedId, place])

  const open = useOpen(onClose)
  const setOpensFirst = useOpensFirst(selected, open)
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (selected) open(selected, event.ctrlKey || event.metaKey)
      else setOpensFirst(isSearching)
      return
    }
    const target = found[placeAfter(event.key, place, found.length)]
    if (!target) return
    event.preventDefault()
    setChosen(target.id)
  }

  return (
    <dialog ref={dialog} className="palette" aria-label={t.palette.label} {...modalEvents(onClose)}>
      <div className="palette-field">
        <Search className="large" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-results`}
          aria-activedescendant={selected && `${id} ${selected.id}`}
          aria-label={t.palette.placeholder}
          placeholder={t.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(null)
            setOpensFirst(false)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <div className="palette-results" tabIndex={-1}>
        <div role="listbox" id={`${id}-results`} aria-label={t.palette.label}>
          {groups.map(({ group, entries: ofGroup }) => (
            <PaletteSection key={group} heading={headingOf(group, best, t)}>
              {ofGroup.map((entry) => (
                <PaletteOption
                  key={entry.id}
                  id={`${id} ${entry.id}`}
                  entry={entry}
                  typed={typed}
                  isSelected={entry === selected}
                  onPoint={() => setChosen(entry.id)}
                  onOpen={(isNewTab) => open(entry, isNewTab)}
                />
              ))}
            </PaletteSection>
          ))}
        </div>
        <PaletteOutcome
          typed={typed}
          count={found.length}
          isSearching={isSearching}
          failure={records.failure}
          onRetry={() => input.current?.focus()}
        />
      </div>
      <PaletteFoot />
    </dialog>
  )
}

/** Returns a function that opens an entry: a page, also in a new tab, or an action. */
function useOpen(onClose: () => void): (entry: OpenableEntry, isNewTab: boolean) => void {
  const navigate = useNavigate()
  return ({ href, run }, isNewTab) => {
    if (href !== undefined && isNewTab) {
      window.open(href, '_blank', 'noopener')
      return
    }
    onClose()
    if (href === undefined) run?.()
    else void navigate({ href })
  }
}

/** Opens the first result as soon as it arrives, if Enter was pressed before. */
function useOpensFirst(
  selected: OpenableEntry | undefined,
  open: (entry: OpenableEntry, isNewTab: boolean) => void,
): (opensFirst: boolean) => void {
  const [opensFirst, setOpensFirst] = useState(false)
  const openSelected = useEffectEvent(() => {
    if (selected) open(selected, false)
  })
  const hasResult = selected !== undefined
  useEffect(() => {
    if (opensFirst && hasResult) openSelected()
  }, [opensFirst, hasResult])
  return setOpensFirst
}

/** The place to which a key moves from another one; -1 for other keys. */
function placeAfter(key: string, place: number, count: number): number {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (place + 1) % Math.max(1, count),
    ArrowUp: (place - 1 + count) % Math.max(1, count),
    PageDown: Math.min(count - 1, place + 8),
    PageUp: Math.max(0, place - 8),
  }
  return places[key] ?? -1
}

function headingOf(group: PaletteGroup, best: OpenableEntry | undefined, { palette: t }: ShellTexts): string {
  return group === 'actionsFor' ? t.actionsFor(best?.label ?? '') : t[group]
}

function PaletteSection({ heading, children }: { readonly heading: string; readonly children: ReactNode }): ReactNode {
  return (
    <div role="group" aria-label={heading}>
      <div className="palette-heading" aria-hidden="true">
        {heading}
      </div>
      {children}
    </div>
  )
}

interface PaletteOptionProps {
  readonly id: string
  readonly entry: OpenableEntry
  readonly typed: string
  readonly isSelected: boolean
  readonly onPoint: () => void
  readonly onOpen: (isNewTab: boolean) => void
}

function PaletteOption({ id, entry, typed, isSelected, onPoint, onOpen }: PaletteOptionProps): ReactNode {
  const { palette: t } = useTexts(shellTexts)
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onPointerMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      {entry.icon}
      <Matched text={entry.label} typed={typed} />
      {entry.detail !== undefined && <Matched text={entry.detail} typed={typed} isSoft />}
      <span className="palette-end">
        {isSelected && entry.shortcut === undefined && (
          <>
            {t.open}
            <kbd aria-hidden="true">↵</kbd>
          </>
        )}
        {entry.shortcut?.split(' ').map((key) => (
          <kbd key={key} aria-hidden="true">
            {key}
          </kbd>
        ))}
      </span>
    </div>
  )
}

interface PaletteOutcomeProps {
  readonly typed: string
  readonly count: number
  readonly isSearching: boolean
  readonly failure: FailedSearch | null
  /** Called before the button to retry leaves the page. */
  readonly onRetry: () => void
}

/** Says below the results that there are none, or that some could not be read. */
function PaletteOutcome({ typed, count, isSearching, failure, onRetry }: PaletteOutcomeProps): ReactNode {
  const { palette: t } = useTexts(shellTexts)
  const format = useFormat()
  function retry(): void {
    onRetry()
    failure?.retry()
  }
  if (failure) return <Failed error={failure.error} onRetry={retry} />
  return (
    <>
      {count === 0 && !isSearching && (
        <p className="palette-none">{fill(t.none, { query: <bdi className="strong">“{typed.trim()}”</bdi> })}</p>
      )}
      <span className="sr" role="status">
        {typed !== '' && !isSearching && t.results(count, format.number(count))}
      </span>
    </>
  )
}

function PaletteFoot(): ReactNode {
  const t = useTexts(shellTexts)
  return (
    <footer aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        {t.palette.select}
      </span>
      <span>
        <kbd>↵</kbd>
        {t.palette.open}
      </span>
      <span>
        <kbd>{paletteKeys.split(' ')[0]}</kbd>
        <kbd>↵</kbd>
        {t.palette.newTab}
      </span>
      <span className="push">{fill(t.palette.onlyActions, { key: <kbd>&gt;</kbd> })}</span>
    </footer>
  )
}

function Matched({
  text,
  typed,
  isSoft = false,
}: {
  readonly text: string
  readonly typed: string
  readonly isSoft?: boolean
}): ReactNode {
  const [before, match, after] = splitMatch(text, typed)
  return (
    <bdi className={isSoft ? 'cut soft' : 'cut'}>
      {before}
      {match !== '' && <mark>{match}</mark>}
      {after}
    </bdi>
  )
}

/** The actions for a user or a team. Each opens its dialog in the drawer of the record, or a tab of it. */
function actionsFor({ group, href = '' }: OpenableEntry, t: ShellTexts, may: May): OpenableEntry[] {
  const action = (id: string, right: StaffRight, label: string, icon: ReactNode, path: string): OpenableEntry[] =>
    may(right) ? [{ id: `actionsFor ${id}`, group: 'actionsFor', label, icon, href: path }] : []
  const { suspend, endSessions, impersonate, invite, events, delete: deletion } = t.palette.recordActions
  const tab = (name: string): string => href.replace(/[^/]+$/, name)
  if (group === 'teams') {
    return [
      ...action('invite', endpointRights.sendTeamInvitation, invite, <Mail />, tab('invitations')),
      ...action('events', endpointRights.listAuditEvents, events, <History />, tab('events')),
      ...action('delete', endpointRights.deleteTeam, deletion, <Trash2 />, `${tab('profile')}?act=delete`),
    ]
  }
  return [
    ...action('suspend', suspension, suspend, <Ban />, `${href}?act=suspend`),
    ...action('endSessions', endpointRights.deleteSession, endSessions, <Clock />, `${href}?act=endSessions`),
    ...action(
      'impersonate',
      endpointRights.createImpersonationLink,
      impersonate,
      <VenetianMask />,
      `${href}?act=impersonate`,
    ),
    ...action('events', endpointRights.listAuditEvents, events, <History />, tab('events')),
    ...action('delete', endpointRights.deleteUser, deletion, <Trash2 />, `${href}?act=delete`),
  ]
}

type May = (right: StaffRight) => boolean

const suspension = endpointRights.updateUser.fields.restricted_by_admin

function useEntries(may: May, settings: readonly SettingEntry[]): OpenableEntry[] {
  const t = useTexts(shellTexts)
  const { copied, notCopied } = useTexts(kitTexts)
  const { projectId } = useParams({ strict: false })
  const projects = useProjects().data
  const commands = useCommands()
  return useMemo(() => {
    const current = projects?.find(({ id }) => id === projectId)
    return [
      ...(current
        ? railItems
            .filter(({ right }) => may(right))
            .map(({ id, path, icon: Icon, letter }): OpenableEntry => ({
              id: `pages ${id}`,
              group: 'pages',
              label: t.items[id],
              icon: <Icon />,
              href: `/projects/${current.id}${path}`,
              ...(letter !== undefined && { shortcut: `G ${letter.toUpperCase()}` }),
            }))
        : []),
      ...(current && may(rightOfPage('/users/import'))
        ? [
            {
              id: 'pages import',
              group: 'pages',
              label: t.palette.importUsers,
              detail: t.items.users,
              keywords: t.palette.importKeywords,
              icon: <FileUp />,
              href: `/projects/${current.id}/users/import`,
            } as const,
          ]
        : []),
      { id: 'pages projects', group: 'pages', label: t.allProjects, icon: <Mark />, href: '/projects' },
      {
        id: 'pages account',
        group: 'pages',
        label: t.account.settings,
        icon: <ArrowRight className="flip" />,
        href: '/account',
      },
      ...(current
        ? settings
            .filter(({ path }) => may(rightOfPage(path.split('#')[0] ?? '')))
            .map(({ path, ...entry }): OpenableEntry => ({
              ...entry,
              id: `settings ${path} ${entry.label}`,
              group: 'settings',
              icon: <SlidersHorizontal />,
              href: `/projects/${current.id}${path}`,
            }))
        : []),
      ...commands.map((command): OpenableEntry => ({ ...command, group: 'actions', icon: <Zap /> })),
      ...(commands.some(({ label }) => label === t.createProject)
        ? []
        : [
            {
              id: 'actions create',
              group: 'actions',
              label: t.createProject,
              icon: <Zap />,
              href: '/projects?create=true',
            } as const,
          ]),
      ...(current
        ? [
            {
              id: 'actions copy',
              group: 'actions',
              label: t.palette.copyProjectId,
              icon: <Zap />,
              run: () =>
                void copyText(current.id).then((isCopied) => showToast({ text: isCopied ? copied : notCopied })),
            } as const,
          ]
        : []),
      {
        id: 'actions theme',
        group: 'actions',
        label: t.palette.toggleTheme,
        icon: <Zap />,
        run: () => chooseTheme(isDark() ? 'light' : 'dark'),
      },
      ...(projects ?? [])
        .filter(({ id }) => id !== projectId)
        .map(({ id, displayName }): OpenableEntry => ({
          id: `projects ${id}`,
          group: 'projects',
          label: displayName,
          keywords: id,
          icon: <ProjectMark project={{ id, displayName }} />,
          href: `/projects/${id}${firstRoom}`,
        })),
    ]
  }, [t, copied, notCopied, projects, projectId, commands, settings, may])
}
