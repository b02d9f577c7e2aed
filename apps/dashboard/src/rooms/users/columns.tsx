import type { ExportUsersOptions } from '@portico/client/admin'
import { Link } from '@tanstack/react-router'
import { Ban, Hourglass, KeyRound, Lock, RectangleEllipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import { useProviderName } from '../../data/projects.ts'
import { isWaiting, type ListedUser } from '../../data/users.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { DATE_WIDTH, type Column } from '../../kit/columns.ts'
import { ProviderMark } from '../../kit/ProviderMark.tsx'
import { CutText, MiddleCut, None, Time } from '../../kit/Text.tsx'
import type { UsersTexts } from '../../texts/en/users.ts'
import { namesOfFactors } from './names.ts'
import css from './users.module.css'

type ExportColumn = NonNullable<Extract<ExportUsersOptions, { format: 'csv' }>['columns']>[number]

export function userColumns(t: UsersTexts, projectId: string): Column<ListedUser>[] {
  return [
    {
      id: 'user',
      head: t.columns.user,
      onPhone: 'title',
      cell: (user) => (
        <span className="who">
          <UserFace user={user} />
          <Link
            to="/projects/$projectId/users/$userId/$tab"
            params={{ projectId, userId: user.id, tab: 'profile' }}
            search
            resetScroll={false}
            className="cut"
            tabIndex={-1}
          >
            <UserName user={user} t={t} />
          </Link>
          {user.suspension && (
            <Badge tone="danger" icon={<Ban />}>
              {t.suspended}
            </Badge>
          )}
          {isWaiting(user) && <Badge icon={<Hourglass />}>{t.waiting}</Badge>}
        </span>
      ),
    },
    {
      id: 'email',
      head: t.columns.email,
      onPhone: 'line',
      cell: ({ primaryEmail, primaryEmailVerified }) =>
        primaryEmail === null ? (
          <None />
        ) : (
          <span className="row">
            <MiddleCut>{primaryEmail}</MiddleCut>
            {!primaryEmailVerified && <Badge>{t.unverified}</Badge>}
          </span>
        ),
    },
    {
      id: 'methods',
      head: t.columns.methods,
      width: '108px',
      isSecondary: true,
      cell: (user) => <Methods user={user} t={t} />,
    },
    {
      id: 'signedUp',
      head: t.columns.signedUp,
      width: DATE_WIDTH,
      isSortable: true,
      isSecondary: true,
      cell: ({ signedUpAt }) => <Time at={signedUpAt} isDate />,
    },
    {
      id: 'lastActive',
      head: t.columns.lastActive,
      width: DATE_WIDTH,
      isSortable: true,
      onPhone: 'corner',
      cell: ({ hasBeenActive, lastActiveAt }) =>
        hasBeenActive && lastActiveAt ? <Time at={lastActiveAt} /> : <span className="faint">{t.profile.never}</span>,
    },
    {
      id: 'team',
      head: t.columns.team,
      width: '150px',
      isOptional: true,
      isSecondary: true,
      cell: ({ selectedTeam }) => (selectedTeam ? <CutText>{selectedTeam.displayName}</CutText> : <None />),
    },
    {
      id: 'id',
      head: t.columns.id,
      width: '150px',
      isOptional: true,
      isSecondary: true,
      cell: ({ id }) => <MiddleCut className="mono">{id}</MiddleCut>,
    },
    {
      id: 'factor',
      head: t.columns.factor,
      width: '190px',
      isOptional: true,
      isSecondary: true,
      cell: (user) => <Factors user={user} t={t} />,
    },
    {
      id: 'country',
      head: t.columns.country,
      width: '90px',
      isOptional: true,
      isSecondary: true,
      cell: ({ countryCode }) => countryCode ?? <None />,
    },
  ]
}

const exported: Readonly<Record<string, readonly ExportColumn[]>> = {
  user: ['id', 'display_name', 'is_anonymous', 'is_suspended'],
  email: ['primary_email', 'primary_email_verified'],
  methods: ['sign_in_methods'],
  signedUp: ['signed_up_at'],
  lastActive: ['last_active_at'],
  team: ['selected_team_id'],
  factor: ['second_factors'],
  country: ['country_code'],
}

/** The file's columns for the visible columns of the table. */
export function exportColumnsOf(visible: readonly string[]): readonly ExportColumn[] {
  return ['user', ...visible].flatMap((id) => exported[id] ?? [])
}

export function UserFace({ user, size }: { readonly user: ListedUser; readonly size?: 'small' | 'large' }): ReactNode {
  return (
    <Avatar
      name={user.displayName?.trim() || user.primaryEmail}
      imageUrl={user.profileImageUrl}
      kind={user.isAnonymous ? 'anonymous' : 'person'}
      {...(size && { size })}
    />
  )
}

function UserName({ user, t }: { readonly user: ListedUser; readonly t: UsersTexts }): ReactNode {
  if (user.displayName?.trim()) return <CutText>{user.displayName}</CutText>
  return <span className={css['nameless']}>{user.isAnonymous ? t.anonymous : t.noName}</span>
}

function Factors({ user: { secondFactors }, t }: { readonly user: ListedUser; readonly t: UsersTexts }): ReactNode {
  return secondFactors.length === 0 ? <None /> : <CutText>{namesOfFactors(secondFactors, t)}</CutText>
}

/** Icons of the sign-in methods, with their names for screen readers. */
function Methods({ user, t }: { readonly user: ListedUser; readonly t: UsersTexts }): ReactNode {
  const providerName = useProviderName()
  const methods = [
    ...(user.hasPassword ? [{ id: 'password', name: t.methods.password, icon: <Lock /> }] : []),
    ...(user.otpAuthEnabled ? [{ id: 'otp', name: t.methods.otp, icon: <RectangleEllipsis /> }] : []),
    ...user.oauthProviders.map(({ id }) => ({ id, name: providerName(id), icon: <ProviderMark id={id} isFlat /> })),
    ...(user.passkeyAuthEnabled ? [{ id: 'passkey', name: t.methods.passkey, icon: <KeyRound /> }] : []),
  ]
  if (methods.length === 0) return <None />
  return (
    <span className={css['methods']}>
      {methods.map(({ id, name, icon }) => (
        <span key={id} title={name}>
          {icon}
          <span className="sr">{name}</span>
        </span>
      ))}
    </span>
  )
}
