import type { Team } from '@portico/client'
import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react'
import { navigate } from '../app/navigate.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { useLatestUser } from '../app/useUser.ts'
import { describeFailure } from '../form/describe-error.ts'
import { useTeams } from '../hooks/useTeams.ts'
import { useTeamSwitching } from '../hooks/useTeamSwitching.ts'
import { useTranslate } from '../i18n/language.ts'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { Icon, Outline } from '../parts/Icon.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Root } from '../parts/Root.tsx'
import { SearchField } from '../parts/SearchField.tsx'
import { useListSearch } from '../parts/useListSearch.ts'
import { useMenu } from '../parts/useMenu.ts'
import { settingsOutline } from './settings-outline.ts'
import { Avatar } from './UserAvatar.tsx'

export interface SelectedTeamSwitcherProps {
  /** Returns the address to navigate to after a team was chosen. */
  readonly urlMap?: ((team: Team | null) => string) | undefined
  /** The team of the current page. It is shown, and stored as the user's selected team. */
  readonly selectedTeam?: Team | null | undefined
  /** Never stores the selected team. */
  readonly noUpdateSelectedTeam?: boolean | undefined
  /** Offers to work without a team. */
  readonly allowNull?: boolean | undefined
  /** The name of the choice without a team. */
  readonly nullLabel?: string | undefined
  readonly onChange?: ((team: Team | null) => void) | undefined
}

/** Shows the user's selected team, with a menu of the other teams. Renders nothing for a signed-out visitor. */
export function SelectedTeamSwitcher(props: SelectedTeamSwitcherProps): ReactNode {
  const retryLoading = useRetryLoading()
  const bone = <span className="portico-bone" data-bone="team" />
  return (
    <Root inline>
      <Suspense fallback={bone}>
        <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <Unloaded cause={cause} onRetry={retry} />}>
          <Switcher {...props} placeholder={bone} />
        </FailureBoundary>
      </Suspense>
    </Root>
  )
}

/** Replaces the button if its data could not be loaded. Pressing it retries. */
function Unloaded({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <button className="portico-team-switch" type="button" title={describeFailure(t, cause).title} onClick={onRetry}>
      <span className="portico-team-name">{t('Load the teams again')}</span>
    </button>
  )
}

function Switcher(props: SelectedTeamSwitcherProps & { readonly placeholder: ReactNode }): ReactNode {
  const user = useLatestUser()
  const { teams, failure, reload } = useTeams()
  if (user === null) return null
  if (failure !== null) return <Unloaded cause={failure} onRetry={reload} />
  if (!user || !teams) return props.placeholder
  return <TeamMenu {...props} teams={teams} />
}

function TeamMenu(props: SelectedTeamSwitcherProps & { readonly teams: readonly Team[] }): ReactNode {
  const { teams, urlMap, selectedTeam, noUpdateSelectedTeam = false, allowNull = false, onChange } = props
  const t = useTranslate()
  const app = usePorticoApp()
  const project = useLatestProject()
  const menuId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { open, onTriggerPointerDown, onTriggerClick, show, close, onMenuKeyDown } = useMenu(trigger, menu)
  /** The choice that is being stored: not the team of the page, which is stored without the user's action. */
  const choice = useRef<{ readonly team: Team | null } | null>(null)
  const follow = (team: Team | null): void => {
    if (urlMap) navigate(app, urlMap(team))
  }
  const { selectedId, select } = useTeamSwitching((team) => {
    if (choice.current?.team === team) follow(team)
    choice.current = null
  })
  useStoredSelection(selectedTeam, !noUpdateSelectedTeam, select.submit)

  // The property wins over the stored selection.
  const currentId = selectedTeam === undefined ? selectedId : (selectedTeam?.id ?? null)
  const current = teams.find(({ id }) => id === currentId) ?? selectedTeam ?? null
  const others = teams.filter(({ id }) => id !== current?.id)
  const search = useListSearch(others, { textOf: ({ displayName }) => displayName })
  const nullLabel = props.nullLabel ?? t('No team')

  async function choose(team: Team | null): Promise<void> {
    close()
    onChange?.(team)
    if (noUpdateSelectedTeam) return follow(team)
    choice.current = { team }
    await select.submit(team)
  }

  function openSettings(section: string): void {
    close()
    navigate(app, `${app.urls.accountSettings}#${section}`)
  }

  const { failure } = select
  const hasFailed = failure !== null
  const latestShow = useRef(show)
  useEffect(() => {
    latestShow.current = show
  })
  useEffect(() => {
    if (hasFailed && choice.current) latestShow.current()
  }, [hasFailed])

  return (
    <>
      <button
        ref={trigger}
        className="portico-team-switch"
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={menuId}
        aria-busy={select.phase === 'idle' ? undefined : true}
        onPointerDown={onTriggerPointerDown}
        onClick={onTriggerClick}
      >
        <TeamLabel team={current} nullLabel={current || allowNull ? nullLabel : t('Select a team')} />
        <Outline name="up-down" d={upDown} />
      </button>
      <div ref={menu} className="portico-menu" id={menuId} popover="auto" data-menu="teams">
        {hasFailed && <Notice {...describeFailure(t, failure)} />}
        {search.hasField && <SearchField label={t('Search teams')} search={search} onKeyDown={onMenuKeyDown} />}
        <div role="menu" aria-label={t('Teams')} onKeyDown={onMenuKeyDown}>
          {current && (
            <div role="group" aria-label={t('Current team')}>
              <p className="portico-menu-group" aria-hidden="true">
                {t('Current team')}
              </p>
              <button
                className="portico-menu-item"
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => openSettings(`team-${current.id}`)}
              >
                <TeamLabel
                  team={current}
                  nullLabel={nullLabel}
                  action={t('Settings of {name}', { name: current.displayName || t('No name') })}
                />
                <Outline name="settings" d={settingsOutline} />
              </button>
            </div>
          )}
          {(others.length > 0 || current) && (
            <div className="portico-menu-list" role="group" aria-label={current ? t('Other teams') : t('Teams')}>
              <p className="portico-menu-group" aria-hidden="true">
                {current ? t('Other teams') : t('Teams')}
              </p>
              {allowNull && current && (
                <button
                  className="portico-menu-item"
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  onClick={() => void choose(null)}
                >
                  <TeamLabel team={null} nullLabel={nullLabel} />
                </button>
              )}
              {search.found.map((team) => (
                <button
                  key={team.id}
                  className="portico-menu-item"
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  onClick={() => void choose(team)}
                >
                  <TeamLabel team={team} nullLabel={nullLabel} />
                </button>
              ))}
              {others.length === 0 && !allowNull && (
                <p className="portico-menu-empty">{t('You have no other teams')}</p>
              )}
              {others.length > 0 && search.found.length === 0 && (
                <p className="portico-menu-empty">{t('No matches')}</p>
              )}
            </div>
          )}
          {teams.length === 0 && <p className="portico-menu-empty">{t('You are not a member of a team')}</p>}
          {project?.config.clientTeamCreationEnabled && (
            <button
              className="portico-menu-item"
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-last=""
              onClick={() => openSettings('team-creation')}
            >
              <Outline name="plus" d="M5 12h14M12 5v14" />
              {t('Create a team')}
            </button>
          )}
        </div>
      </div>
    </>
  )
}

/** Lucide's chevrons (ISC licence), in the format of `parts/Icon.tsx`. */
const upDown = 'm7 15 5 5 5-5M7 9l5-5 5 5'

interface TeamLabelProps {
  readonly team: Team | null
  readonly nullLabel: string
  /** What the entry does, for screen readers, if it is not the choice of the team. */
  readonly action?: string
}

function TeamLabel({ team, nullLabel, action }: TeamLabelProps): ReactNode {
  const t = useTranslate()
  return (
    <>
      {team ? <Avatar user={team} size={24} isTeam /> : <Icon name="user" />}
      {action !== undefined && <span className="portico-visually-hidden">{action}</span>}
      <bdi className="portico-team-name" aria-hidden={action === undefined ? undefined : true}>
        {team ? team.displayName || t('No name') : nullLabel}
      </bdi>
    </>
  )
}

/** Stores the team that the host passes, when it first appears and when it changes. */
function useStoredSelection(
  team: Team | null | undefined,
  isStored: boolean,
  store: (team: Team | null) => Promise<unknown>,
): void {
  const user = useLatestUser()
  const storedId = user?.selectedTeam?.id ?? null
  const latest = useRef({ team, store, storedId })
  useEffect(() => {
    latest.current = { team, store, storedId }
  })
  const id = team === undefined ? undefined : (team?.id ?? null)
  useEffect(() => {
    const now = latest.current
    if (isStored && id !== undefined && id !== now.storedId) void now.store(now.team ?? null)
  }, [id, isStored])
}
