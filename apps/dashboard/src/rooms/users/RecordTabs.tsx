import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { useKeysOfUser, useRefreshUsers, useUser } from '../../data/users.ts'
import { useTexts } from '../../language/useTexts.ts'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab } from '../../records/MetadataTab.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import type { UserTabProps } from './tabs.ts'

/** The API keys of the user. */
export function UserKeysTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const project = useProject()
  const keys = useKeysOfUser(user)
  return (
    <KeysTab
      keys={keys}
      create={async (key) => {
        const created = await user.createApiKey(key)
        await keys.refetch()
        return created
      }}
      revoke={async (key) => {
        await key.revoke()
        await keys.refetch()
      }}
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

/** The three kinds of metadata of the user. */
export function UserMetadataTab({ user }: UserTabProps): ReactNode {
  const refresh = useRefreshUsers()
  const { refetch } = useUser(user.id)
  return (
    <MetadataTab
      record={user}
      readAgain={async () => (await refetch({ throwOnError: true })).data ?? user}
      save={async (changes) => {
        await user.update(changes)
        await refresh(user.id)
      }}
    />
  )
}
