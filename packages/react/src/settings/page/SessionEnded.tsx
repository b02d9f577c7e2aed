'use client'

import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { useMemo, type ReactNode } from 'react'
import { CardRoot } from '../../cards/CardRoot.tsx'
import { SignInPlaceContext } from '../../hooks/leave-after-success.ts'
import { useTranslate } from '../../i18n/language.ts'
import { lazyPart } from '../../parts/lazy-part.ts'

const signIn = lazyPart('SignIn', () => import('../../auth/SignIn.tsx'))

/** A dialog that asks the user to sign in again, in front of a form that keeps what was typed. */
export function SessionEnded(): ReactNode {
  const t = useTranslate()
  const place = useMemo(
    () => ({
      // The user that the sign-in loads removes the dialog.
      leave: async () => {},
      title: t('Sign in again'),
      lead: t('Your session has ended. What you typed is still here.'),
    }),
    [t],
  )
  return (
    <dialog
      ref={useModal()}
      className="portico-dialog"
      aria-label={place.title}
      // Behind the dialog there is no user, so it cannot be closed.
      {...modalEvents(undefined)}
    >
      <SignInPlaceContext.Provider value={place}>
        <CardRoot>
          <signIn.Component />
        </CardRoot>
      </SignInPlaceContext.Provider>
    </dialog>
  )
}
