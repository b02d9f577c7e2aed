import { X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import { failureOf, useFoundUsers } from '../data/records.ts'
import { titleOfUser } from '../data/user-title.ts'
import type { ListedUser } from '../data/users.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { IconButton } from '../kit/Button.tsx'
import { useKeptFocus } from '../kit/focus.ts'
import { useTexts } from '../language/useTexts.ts'
import { framed, type Field } from '../page/form/fields.tsx'
import { recordsTexts, type RecordsTexts } from '../texts/en/records.ts'
import css from './suggest.module.css'
import { SuggestInput } from './SuggestInput.tsx'

export function userField({
  missing,
  ...look
}: {
  readonly label: string
  readonly help?: string
  readonly isOptional?: boolean
  /** The sentence for no user; absent: none is valid. */
  readonly missing?: string
}): Field<ListedUser | null> {
  return framed<ListedUser | null>({
    ...look,
    initial: null,
    problemOf: (user) => (user ? null : (missing ?? null)),
    render: ({ value, onChange }) => <UserPicker chosen={value} onChange={onChange} />,
  })
}

/** Chooses one user by name, address or id. */
function UserPicker({
  chosen,
  onChange,
}: {
  readonly chosen: ListedUser | null
  readonly onChange: (user: ListedUser | null) => void
}): ReactNode {
  const t = useTexts(recordsTexts)
  const place = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  useKeptFocus(chosen, () => place.current?.querySelector<HTMLElement>('input, button'))
  const found = useFoundUsers(query)
  const users = found.data ?? []
  if (chosen) {
    return (
      <div ref={place} className={css['person']}>
        <UserLine user={chosen} t={t} />
        <IconButton size="small" label={t.chooseAnother} onClick={() => onChange(null)}>
          <X />
        </IconButton>
      </div>
    )
  }
  return (
    <div ref={place}>
      <SuggestInput
        query={query}
        onQuery={setQuery}
        placeholder={t.searchUsers}
        empty={t.noUser}
        areOutdated={found.isOutdated}
        failure={failureOf(found)}
        options={users.map((user) => ({ id: user.id, content: <UserLine user={user} t={t} /> }))}
        onChoose={(id) => onChange(users.find((user) => user.id === id) ?? null)}
      />
    </div>
  )
}

function UserLine({ user, t }: { readonly user: ListedUser; readonly t: RecordsTexts }): ReactNode {
  const name = titleOfUser(user, t)
  return (
    <>
      <Avatar
        name={user.displayName ?? user.primaryEmail}
        imageUrl={user.profileImageUrl}
        kind={user.isAnonymous ? 'anonymous' : 'person'}
      />
      <bdi className={css['id']}>{name}</bdi>
      <bdi className={css['about']}>{user.primaryEmail === name ? '' : user.primaryEmail}</bdi>
    </>
  )
}
