'use client'

import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Avatar } from '../../user/UserAvatar.tsx'
import { NameRow } from '../page/NameRow.tsx'
import { PictureRow } from './PictureRow.tsx'
import { useSettings } from '../page/settings-context.ts'

export function ProfileSection(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  return (
    <>
      <PictureRow
        label={t('Picture')}
        avatar={<Avatar user={user} size={64} />}
        hasPicture={user.profileImageUrl !== null}
        save={(profileImageUrl) => user.update({ profileImageUrl })}
        removalQuestion={t('Remove your picture?')}
      />
      <NameRow
        label={t('Name')}
        name={user.displayName}
        autoComplete="name"
        save={(name) => user.setDisplayName(name || null)}
      />
    </>
  )
}
