import { useState, type ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { useAppOrigin } from '../../data/teams.ts'
import { users, type ListedUser } from '../../data/users.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { May } from '../../kit/May.tsx'
import { PropertyRow } from '../../kit/Rows.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { useAct } from '../../page/useAct.tsx'
import { appPageAt, appPagesOf } from '../../records/app-pages.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { namesOfFactors } from './names.ts'
import { isPageRefused } from './page-refused.ts'
import { pageOfReset } from './forms.tsx'

interface SecondFactorProps {
  readonly user: ListedUser
}

/** The second factors of the user, and their announced removal. Only a server removes them at once. */
export function SecondFactor({ user }: SecondFactorProps): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const [isAnnouncing, setAnnouncing] = useState(false)
  const cancelReset = users.useChange('cancelFactorReset')
  const cancel = useAct(() => cancelReset(user))
  const isRequired = useProject().data?.config.secondFactorPolicy === 'required'
  // A user who must still set up a factor has a date until when.
  const isPasskey = !user.isMultiFactorRequired && isRequired && !user.isAnonymous && user.secondFactorDueAt === null
  const { factorResetAt } = user
  const act =
    factorResetAt !== null ? (
      <May right={users.rights.cancelFactorReset}>
        <LinkButton onClick={cancel.run}>{t.signIn.cancelRemoval}</LinkButton>
      </May>
    ) : user.isMultiFactorRequired || isPasskey ? (
      <May right={users.rights.announceFactorReset}>
        <LinkButton variant="danger" onClick={() => setAnnouncing(true)}>
          {t.signIn.announceRemoval}
        </LinkButton>
      </May>
    ) : undefined
  return (
    <PropertyRow
      label={t.columns.factor}
      {...(factorResetAt !== null && { note: t.signIn.removedAt(format.dateTime(factorResetAt)) })}
      action={act}
      {...(isAnnouncing && { body: <Announcement user={user} onEnd={() => setAnnouncing(false)} /> })}
    >
      {user.secondFactors.length === 0 ? (
        <span className="soft">{t.signIn.factorOff}</span>
      ) : (
        namesOfFactors(user.secondFactors, t)
      )}
      {cancel.failure}
    </PropertyRow>
  )
}

function Announcement({ user, onEnd }: SecondFactorProps & { readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const announce = users.useChange('announceFactorReset')
  const pages = appPagesOf(useProject().data?.config.domains ?? [], 'factorReset')
  const appOrigin = useAppOrigin().data
  const suggested = pages[0] ?? (appOrigin ? appPageAt(appOrigin, 'factorReset') : '')
  return (
    <FormInPlace
      label={t.signIn.announceRemoval}
      submit={t.signIn.announceRemoval}
      pending="sending"
      isEdit={false}
      fields={{ page: pageOfReset(t, problems, { pages, suggested }) }}
      onSubmit={({ page }) => announce(user, completeUrl(page))}
      refusalOf={(failure) => (isPageRefused(failure) ? { page: failureText(failure) } : null)}
      onEnd={onEnd}
    >
      <p className="soft">{t.signIn.announceLead}</p>
    </FormInPlace>
  )
}
