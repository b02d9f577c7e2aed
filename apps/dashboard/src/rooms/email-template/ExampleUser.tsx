import type { ReactNode } from 'react'

import type { ListedUser } from '../../data/users.ts'
import { useTexts } from '../../language/useTexts.ts'
import { partBinding } from '../../page/form/fields.tsx'
import { userField } from '../../records/UserPicker.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'

export interface ExampleUserProps {
  readonly user: ListedUser | null
  readonly onChange: (user: ListedUser | null) => void
}

/** Chooses the user whose name the preview shows. */
export function ExampleUser({ user, onChange }: ExampleUserProps): ReactNode {
  const { preview: t } = useTexts(templatesTexts)
  return userField({ label: t.user, help: t.userHelp }).render(partBinding('user', user, onChange), false)
}
