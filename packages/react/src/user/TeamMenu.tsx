'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Outline } from '../parts/Icon.tsx'
import { MenuItem, MenuPanel, useButtonMenu } from '../parts/Menu.tsx'
import { Notice } from '../parts/Notice.tsx'
import { SearchField } from '../parts/SearchField.tsx'
import { useListSearch } from '../parts/useListSearch.ts'
import { settingsOutline, userOutline } from './outlines.ts'
import { Avatar } from './UserAvatar.tsx'

/** The part of a team that the menu shows. */
export interface ShownTeam {
  /** The id of the team. */
  readonly id: string
  /** The name of the team. */
  readonly displayName: string
  /** The address of its picture. Without one, the first letter of the name is shown. */
  readonly profileImageUrl?: string | null | undefined
}

/** The props of a team switcher that determine its look. */
export interface TeamMenuLook {
  /** Offers to work without a team. */
  readonly allowNull?: boolean | undefined
  /** The name of the choice without a team. */
  readonly nullLabel?: string | undefined
  /** An additional class for the button. */
  readonly triggerClassName?: string | undefined
}

export interface TeamMenuProps<Shown extends ShownTeam> extends TeamMenuLook {
  readonly teams: readonly Shown[]
  readonly current: Shown | null
  readonly canCreateTeam: boolean
  readonly isBusy: boolean
  /** Why the latest choice was not accepted; null if it was. */
  readonly failure: unknown
  /** Whether the visitor caused `failure`, so that the menu opens again to show it. */
  readonly isFailedChoice: () => boolean
  readonly onChoose: (team: Shown | null) => void
  /** Opens a section of the account settings. */
  readonly onOpenSettings: (section: string) => void
}

/** The button with the current team, and its menu of teams. */
export function TeamMenu<Shown extends ShownTeam>(props: TeamMenuProps<Shown>): ReactNode {
  const { teams, current, allowNull = false, failure } = props
  const t = useTranslate()
  const menu = useButtonMenu()
  const others = teams.filter(({ id }) => id !== current?.id)
  const search = useListSearch(others, { textOf: ({ displayName }) => displayName })
  const nullLabel = props.nullLabel ?? t('No team')

  function choose(team: Shown | null): void {
    menu.close()
    props.onChoose(team)
  }

  function openSettings(section: string): void {
    menu.close()
    props.onOpenSettings(section)
  }

  const hasFailed = failure !== null
  const latest = useRef({ open: menu.open, isFailedChoice: props.isFailedChoice })
  useEffect(() => {
    latest.current = { open: menu.open, isFailedChoice: props.isFailedChoice }
  })
  useEffect(() => {
    if (hasFailed && latest.current.isFailedChoice()) latest.current.open()
  }, [hasFailed])

  return (
    <>
      <button
        {...menu.trigger}
        className={props.triggerClassName ? `portico-team-switch ${props.triggerClassName}` : 'portico-team-switch'}
        type="button"
        aria-busy={props.isBusy ? true : undefined}
      >
        <TeamLabel team={current} nullLabel={current || allowNull ? nullLabel : t('Select a team')} />
        <Outline name="up-down" d={upDown} />
      </button>
      <MenuPanel
        menu={menu}
        label={t('Teams')}
        of="teams"
        head={
          <>
            {hasFailed && <Notice {...describeFailure(t, failure)} />}
            {search.hasField && <SearchField label={t('Search teams')} search={search} onKeyDown={menu.onKeyDown} />}
          </>
        }
      >
        {current && (
          <span role="group" aria-label={t('Current team')}>
            <span className="portico-menu-group" aria-hidden="true">
              {t('Current team')}
            </span>
            <MenuItem onChoose={() => openSettings(`team-${current.id}`)}>
              <TeamLabel
                team={current}
                nullLabel={nullLabel}
                action={t('Settings of {name}', { name: current.displayName || t('No name') })}
              />
              <Outline name="settings" d={settingsOutline} />
            </MenuItem>
          </span>
        )}
        {(others.length > 0 || current) && (
          <span className="portico-menu-list" role="group" aria-label={current ? t('Other teams') : t('Teams')}>
            <span className="portico-menu-group" aria-hidden="true">
              {current ? t('Other teams') : t('Teams')}
            </span>
            {allowNull && current && (
              <MenuItem onChoose={() => choose(null)}>
                <TeamLabel team={null} nullLabel={nullLabel} />
              </MenuItem>
            )}
            {search.found.map((team) => (
              <MenuItem key={team.id} onChoose={() => choose(team)}>
                <TeamLabel team={team} nullLabel={nullLabel} />
              </MenuItem>
            ))}
            {others.length === 0 && !allowNull && (
              <span className="portico-menu-empty">{t('You have no other teams')}</span>
            )}
            {others.length > 0 && search.found.length === 0 && (
              <span className="portico-menu-empty">{t('No matches')}</span>
            )}
          </span>
        )}
        {teams.length === 0 && <span className="portico-menu-empty">{t('You are not a member of a team')}</span>}
        {props.canCreateTeam && (
          <MenuItem isLast onChoose={() => openSettings('team-creation')}>
            <Outline name="plus" d="M5 12h14M12 5v14" />
            {t('Create a team')}
          </MenuItem>
        )}
      </MenuPanel>
    </>
  )
}

/** Lucide's chevrons (ISC licence), in the format of `parts/Icon.tsx`. */
const upDown = 'm7 15 5 5 5-5M7 9l5-5 5 5'

interface TeamLabelProps {
  readonly team: ShownTeam | null
  readonly nullLabel: string
  /** What the entry does, for screen readers, if it is not the choice of the team. */
  readonly action?: string
}

function TeamLabel({ team, nullLabel, action }: TeamLabelProps): ReactNode {
  const t = useTranslate()
  return (
    <>
      {team ? <Avatar user={team} size={24} isTeam /> : <Outline name="user" d={userOutline} />}
      {action !== undefined && <span className="portico-visually-hidden">{action}</span>}
      <bdi className="portico-team-name" data-typed="" aria-hidden={action === undefined ? undefined : true}>
        {team ? team.displayName || t('No name') : nullLabel}
      </bdi>
    </>
  )
}
