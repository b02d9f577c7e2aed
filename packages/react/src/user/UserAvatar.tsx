'use client'

import { usePicture } from '@portico/ui/parts/usePicture'
import { useMemo, type ReactNode } from 'react'
import { Outline } from '../parts/Icon.tsx'
import { Root } from '../parts/Root.tsx'
import { useCssVariables } from '../theme/useCssVariables.ts'
import { userOutline } from './outlines.ts'

/** The fields of a user that a picture needs. */
export interface AvatarUser {
  /** The address of the picture. */
  readonly profileImageUrl?: string | null | undefined
  /** The name, whose first two letters replace a missing picture. */
  readonly displayName?: string | null | undefined
  /** The address, whose first two letters replace a missing name. */
  readonly primaryEmail?: string | null | undefined
}

/** The props of `UserAvatar`. */
export interface UserAvatarProps {
  /** Width and height in pixels. Default: 34. */
  readonly size?: number | undefined
  /** The user whose picture is shown. Without one, a neutral icon. */
  readonly user?: AvatarUser | null | undefined
  /** Adds a line around the picture. */
  readonly border?: boolean | undefined
}

/** The user's picture, otherwise the first two letters of name or e-mail address, otherwise a neutral icon. */
export function UserAvatar(props: UserAvatarProps): ReactNode {
  return (
    <Root inline>
      <Avatar {...props} />
    </Root>
  )
}

export interface AvatarProps extends UserAvatarProps {
  /** Renders a team: a square with one letter. */
  readonly isTeam?: boolean
}

/** The picture inside our components. It has no alternative text, because the name is rendered beside it. */
export function Avatar({ size = 34, user, border = false, isTeam = false }: AvatarProps): ReactNode {
  const setVariables = useCssVariables(useMemo(() => ({ '--portico-avatar-size': `${size}px` }), [size]))
  const picture = usePicture(user?.profileImageUrl)
  const initials = initialsOf(user, isTeam ? 1 : 2)
  return (
    <span
      className="portico-avatar"
      ref={setVariables}
      data-border={border ? '' : undefined}
      data-team={isTeam ? '' : undefined}
      aria-hidden="true"
    >
      {picture ? (
        <img {...picture} alt="" className="portico-avatar-image" width={size} height={size} />
      ) : (
        (initials ?? <Outline name="user" d={userOutline} />)
      )}
    </span>
  )
}

function initialsOf(user: AvatarUser | null | undefined, letters: number): string | null {
  const name = user?.displayName?.trim() || user?.primaryEmail?.trim()
  // By code point, so that no character is cut in half.
  return name ? [...name].slice(0, letters).join('').toUpperCase() : null
}
