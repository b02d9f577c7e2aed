import type { ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { useKeysOfUser, users } from '../../data/users.ts'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab } from '../../records/MetadataTab.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import type { UserTabProps } from './tabs.ts'

export function UserKeysTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const project = useProject()
  const keys = useKeysOfUser(user)
  const create = users.useChange('createKey')
  const revoke = users.useChange('revokeKey')
  return (
    <KeysTab
      keys={keys}
      right={users.rights.createKey}
      create={(key) => create(user, key)}
      revoke={(key) => revoke(user, key)}
      {...(project.data?.config.allowUserApiKeys === false && {
        disabledReason: fill(t.keysOff, {
          settings: (
            <RoomLink room="signIn" path="/users" hash="allowUserApiKeys">
              {t.keysSettings}
            </RoomLink>
          ),
        }),
      })}
    />
  )
}

/** The user's three kinds of metadata. */
export function UserMetadataTab({ user }: UserTabProps): ReactNode {
  const update = users.useChange('update')
  const { refetch } = users.useRead('one', [user.id])
  return (
    <MetadataTab
      right={users.rights.update}
      record={user}
      readAgain={async () => (await refetch({ throwOnError: true })).data ?? user}
      save={(changes) => update(user, changes)}
    />
  )
}
