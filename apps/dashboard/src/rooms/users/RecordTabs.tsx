import type { ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { useKeysOfUser, useRefreshUsers, useUser } from '../../data/users.ts'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { KeysTab } from '../../records/KeysTab.tsx'
import { MetadataTab, type MetadataValues } from '../../records/MetadataTab.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { usersTexts } from '../../texts/users.ts'
import type { UserTabProps } from './tabs.ts'

/** The API keys of the user. */
export function UserKeysTab({ user }: UserTabProps): ReactNode {
  const t = useTexts(usersTexts)
  const project = useProject()
  const keys = useKeysOfUser(user)
  return (
    <KeysTab
      keys={keys}
      create={(key) => user.createApiKey(key)}
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

type User = UserTabProps['user']
type Json = User['serverMetadata']

/** The three kinds of metadata of the user. */
export function UserMetadataTab({ user }: UserTabProps): ReactNode {
  const refresh = useRefreshUsers()
  const { refetch } = useUser(user.id)
  return (
    <MetadataTab
      values={metadataOf(user)}
      readAgain={async () => metadataOf((await refetch({ throwOnError: true })).data ?? user)}
      save={async ({ server, clientReadOnly, client }) => {
        // Unchecked casts: the values are parsed JSON.
        await user.update({
          ...(server !== undefined && { serverMetadata: server as Json }),
          ...(clientReadOnly !== undefined && { clientReadOnlyMetadata: clientReadOnly as Json }),
          ...(client !== undefined && { clientMetadata: client as Json }),
        })
        await refresh(user.id)
      }}
    />
  )
}

function metadataOf({ serverMetadata, clientReadOnlyMetadata, clientMetadata }: User): MetadataValues {
  return { server: serverMetadata, clientReadOnly: clientReadOnlyMetadata, client: clientMetadata }
}
