import type { ReactNode } from 'react'

import { users, type ListedUser } from '../../data/users.ts'
import { useFailureText } from '../../kit/failure.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { newUser } from './forms.tsx'
import { findRefusal } from './problems.ts'

export interface CreateUserProps {
  readonly onClose: () => void
  readonly onCreated: (user: Pick<ListedUser, 'id'>) => void
}

/** Creates a user with an address. */
export function CreateUser({ onClose, onCreated }: CreateUserProps): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const create = users.useChange('create')
  return (
    <FormDialog
      title={t.create}
      lead={t.createDialog.lead}
      pending="creating"
      fields={newUser(t)}
      onSubmit={({ name, email, isVerified, password, hasCode }) =>
        create({
          ...(name.trim() !== '' && { displayName: name.trim() }),
          primaryEmail: email.trim(),
          primaryEmailVerified: isVerified,
          primaryEmailAuthEnabled: true,
          ...(password !== '' && { password }),
          ...(hasCode && { otpAuthEnabled: true }),
        })
      }
      refusalOf={(failure) => {
        const refused = findRefusal(failure)
        if (refused === 'taken') return { email: t.errors.emailTaken }
        return refused && { password: failureText(failure) }
      }}
      onDone={onCreated}
      onClose={onClose}
    />
  )
}
