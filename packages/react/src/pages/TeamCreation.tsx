'use client'

import type { Team } from '@portico/client'
import { useForm } from '@portico/ui/form/useForm'
import type { ReactNode } from 'react'
import { navigate } from '../app/navigate.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { nameError } from '../settings/page/name-error.ts'
import { SessionEnded } from '../settings/page/SessionEnded.tsx'
import { useFormUser } from '../settings/page/useFormUser.ts'
import { useTeamCreation } from '../settings/teams/useTeamCreation.ts'

/** The props of `TeamCreation`. */
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
  const project = useLatestProject()
  const creation = useTeamCreation(onCreated ?? (({ id }) => navigate(app, `${app.urls.accountSettings}#team-${id}`)))
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: nameError(t, name) }),
    submit: async ({ name }) => void (await creation.submit(name.trim())),
  })
  const { user, kept, redirects } = useFormUser({ isOpen: form.values.name !== '' })
  if (user === null && !kept && !redirects) return <PredefinedMessage type="signedOut" />
  if (!(user ?? kept) || !project) return <CardSkeleton />
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
    <>
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
      {kept && <SessionEnded />}
    </>
  )
}
