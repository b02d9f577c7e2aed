'use client'

import { Suspense, useState, type ReactNode } from 'react'
import type { CurrentUser } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useRetryLoading } from '../app/useRetryLoading.ts'
import { useLatestUser } from '../app/useUser.ts'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { FailureBoundary } from '../parts/FailureBoundary.tsx'
import { Icon, Outline } from '../parts/Icon.tsx'
import { MenuItem, MenuPanel, useButtonMenu } from '../parts/Menu.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Root } from '../parts/Root.tsx'
import { Avatar } from './UserAvatar.tsx'
import { useIsImpersonated } from './impersonation.ts'
import { settingsOutline } from './outlines.ts'

// Outlines from Lucide (ISC licence); here, because only this menu needs them.
const outlines = {
  moon: 'M20.99 12.49a9 9 0 1 1-9.48-9.48c.41-.02.62.46.4.8a6 6 0 0 0 8.28 8.27c.34-.21.82 0 .8.41',
  settings: settingsOutline,
  'sign-in': 'M10 17l5-5-5-5M15 12H3M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4',
  'sign-out': 'M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4',
  'sign-up': 'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8M19 8v6M22 11h-6',
} as const

/** The props of `UserButton`. */
export interface UserButtonProps {
  /** Shows name and e-mail beside the picture. */
  readonly showUserInfo?: boolean | undefined
  /** Adds an entry that switches the host's colour mode. */
  readonly colorModeToggle?: (() => void | Promise<void>) | undefined
  /** The host's own entries, for signed-in users. */
  readonly extraItems?:
    | readonly { readonly text: string; readonly icon: ReactNode; readonly onClick: () => void | Promise<void> }[]
    | undefined
  /** Shows this user, for previews. The session is ignored, and the entries of the menu do nothing. */
  readonly mockUser?:
    | {
        readonly displayName?: string | undefined
        readonly primaryEmail?: string | undefined
        readonly profileImageUrl?: string | undefined
      }
    | undefined
}

/**
 * The user's picture with a menu. Keeps its size while it loads, and renders its own failure. Marks a session that an
 * administrator started; the bar of `PorticoProvider` can end it.
 */
export function UserButton(props: UserButtonProps): ReactNode {
  const retryLoading = useRetryLoading()
  const bone = <span className="portico-bone" data-bone="avatar" />
  return (
    <Root inline>
      <Suspense fallback={bone}>
        <FailureBoundary onRetry={retryLoading} draw={(cause, retry) => <UnknownUser cause={cause} onRetry={retry} />}>
          {props.mockUser ? (
            <MockUserMenu {...props} user={props.mockUser} />
          ) : (
            <LiveUserMenu {...props} placeholder={bone} />
          )}
        </FailureBoundary>
      </Suspense>
    </Root>
  )
}

/** The neutral icon if the user could not be loaded. Pressing it retries. */
function UnknownUser({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  const label = `${t('Try again')}: ${describeFailure(t, cause).title}`
  return (
    <button className="portico-user" type="button" title={label} aria-label={label} onClick={onRetry}>
      <Avatar />
    </button>
  )
}

function MenuIcon({ name }: { readonly name: keyof typeof outlines }): ReactNode {
  return <Outline name={name} d={outlines[name]} />
}

interface MenuEntry {
  readonly text: string
  readonly icon: ReactNode
  readonly act: () => void | Promise<void>
}

function LiveUserMenu(props: UserButtonProps & { readonly placeholder: ReactNode }): ReactNode {
  const user = useLatestUser()
  const isImpersonated = useIsImpersonated(usePorticoApp())
  if (user === undefined) return props.placeholder
  return <UserMenu {...props} user={user} isImpersonated={isImpersonated} signOut={() => user?.signOut()} />
}

function MockUserMenu({
  user,
  ...props
}: UserButtonProps & { readonly user: NonNullable<UserButtonProps['mockUser']> }): ReactNode {
  const shown = {
    displayName: user.displayName ?? null,
    primaryEmail: user.primaryEmail ?? null,
    profileImageUrl: user.profileImageUrl ?? null,
  }
  return <UserMenu {...props} user={shown} isMock />
}

type ShownUser = Pick<CurrentUser, 'displayName' | 'primaryEmail' | 'profileImageUrl'> &
  Partial<Pick<CurrentUser, 'passwordChangeAdvised'>>

interface UserMenuProps extends UserButtonProps {
  readonly user: ShownUser | null
  readonly isImpersonated?: boolean
  readonly isMock?: boolean
  readonly signOut?: () => void | Promise<void>
}

function UserMenu({
  user,
  isImpersonated = false,
  isMock = false,
  signOut = () => {},
  ...props
}: UserMenuProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const menu = useButtonMenu()
  const [failed, setFailed] = useState<{ readonly item: MenuEntry; readonly cause: unknown } | null>(null)

  const openSettings = (): Promise<void> => app.redirectToAccountSettings()
  const items: MenuEntry[] = user
    ? [
        // Such a session cannot change it.
        ...(user.passwordChangeAdvised && !isImpersonated
          ? [{ text: t('Choose a stronger password'), icon: <Icon name="passkey" />, act: openSettings }]
          : []),
        { text: t('Account settings'), icon: <MenuIcon name="settings" />, act: openSettings },
        ...(props.extraItems ?? []).map(({ text, icon, onClick }) => ({ text, icon, act: onClick })),
      ]
    : [
        { text: t('Sign in'), icon: <MenuIcon name="sign-in" />, act: () => app.redirectToSignIn() },
        { text: t('Sign up'), icon: <MenuIcon name="sign-up" />, act: () => app.redirectToSignUp() },
      ]
  if (props.colorModeToggle)
    items.push({ text: t('Toggle theme'), icon: <MenuIcon name="moon" />, act: props.colorModeToggle })
  const leave = { text: t('Sign out'), icon: <MenuIcon name="sign-out" />, act: signOut }
  if (user) items.push(leave)
  // A failed sign-out ends the session here, so the entry that repeats it stays.
  else if (failed?.item.text === leave.text) items.push(failed.item)

  async function choose(item: MenuEntry): Promise<void> {
    menu.close()
    if (isMock) return
    setFailed(null)
    try {
      await item.act()
    } catch (cause) {
      setFailed({ item, cause })
      menu.open()
    }
  }

  return (
    <>
      <button
        {...menu.trigger}
        className="portico-user"
        type="button"
        data-with-info={props.showUserInfo && user ? '' : undefined}
        data-impersonated={isImpersonated ? '' : undefined}
      >
        <span className="portico-visually-hidden">{t('Open user menu')}</span>
        <Avatar user={user} />
        {props.showUserInfo && user && <Identity user={user} />}
      </button>
      <MenuPanel
        menu={menu}
        label={t('User menu')}
        head={
          <>
            <span className="portico-menu-head">
              <Avatar user={user} />
              {user ? <Identity user={user} /> : t('You are not signed in')}
            </span>
            {failed && <Notice {...describeFailure(t, failed.cause)} />}
          </>
        }
      >
        {items.map((item) => (
          <MenuItem key={item.text} onChoose={() => void choose(item)}>
            {item.icon}
            {item.text}
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  )
}

/** Name and address, each on one line. */
export function Identity({ user }: { readonly user: Pick<CurrentUser, 'displayName' | 'primaryEmail'> }): ReactNode {
  const name = user.displayName
  return (
    <span className="portico-identity">
      {name !== null && name !== '' && (
        <span className="portico-identity-name" dir="auto">
          {name}
        </span>
      )}
      {user.primaryEmail !== null && (
        <span className="portico-identity-email" dir="auto">
          {user.primaryEmail}
        </span>
      )}
    </span>
  )
}
