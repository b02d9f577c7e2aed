import { porticoAppInternalsSymbol, type Team } from '@portico/client'
import { useForm } from '@portico/ui/form/useForm'
import { useEffect, type ReactNode } from 'react'
import { navigate } from '../app/navigate.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { useLatestUser } from '../app/useUser.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { useTranslate } from '../i18n/language.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { Card } from '../parts/Card.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { nameError } from '../settings/page/name-error.ts'
import { useTeamCreation } from '../settings/teams/useTeamCreation.ts'

export interface TeamCreationProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
  /** Called with the new team. Default: opens the team in the account settings. */
  readonly onCreated?: ((team: Team) => void) | undefined
}

/** A page where the signed-in user creates a team. The handler does not have it: render it on your own page. */
export function TeamCreation({ fullPage, onCreated }: TeamCreationProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <TeamCreationContent onCreated={onCreated} />
    </CardRoot>
  )
}

function TeamCreationContent({ onCreated }: Pick<TeamCreationProps, 'onCreated'>): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const project = useLatestProject()
  const reportFailure = useReportFailure()
  const leaves = user === null && app[porticoAppInternalsSymbol].redirectMethod !== 'none'
  useEffect(() => {
    if (leaves) app.redirectToSignIn({ replace: true }).catch(reportFailure)
  }, [leaves, app, reportFailure])
  const creation = useTeamCreation(onCreated ?? (({ id }) => navigate(app, `${app.urls.accountSettings}#team-${id}`)))
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: nameError(t, name) }),
    submit: async ({ name }) => void (await creation.submit(name.trim())),
  })
  if (user === null && !leaves) return <PredefinedMessage type="signedOut" />
  if (!user || !project) return <CardSkeleton />
  if (!project.config.clientTeamCreationEnabled) {
    return (
      <Message
        title={t('You cannot create teams here')}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
      />
    )
  }
  return (
    <Card title={t('Create a team')} lead={t('You are its first member and can invite others.')}>
      <Form
        onSubmit={form.submit}
        action={creation}
        submitText={t('Create team')}
        pendingText={t('Creating…')}
        doneText={t('Team created')}
      >
        <Field {...form.field('name')} label={t('Team name')} type="text" autoComplete="off" />
      </Form>
    </Card>
  )
}
