import type { AdminProjectWithHooks } from '@portico/react/internal'
import type { ReactNode } from 'react'

import { throwIfConcerned, useEditConfig, usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { formOf, mailServerFields, needsPasswordAgain, settingsOf } from './forms.tsx'
import { TestEmail } from './TestEmail.tsx'

/** The mail server of the project: the shared one or its own, with a test. */
export function MailServer(): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  return (
    <>
      <EmailsHead />
      <Loaded
        query={useProject()}
        failed={t.loadFailed}
        skeleton={
          <div className={css['columns']}>
            <RowsSkeleton kind="settings" count={2} />
          </div>
        }
      >
        {(project) => <ServerForm project={project} />}
      </Loaded>
    </>
  )
}

function ServerForm({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const t = useTexts(emailsTexts)
  const { problems } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const stored = project.config.emailConfig
  const base = formOf(stored)
  return (
    <div className={css['columns']}>
      <SaveFields
        fields={mailServerFields(t, stored, project.displayName, problems.empty(t.server.password))}
        stored={base}
        isHidden={({ type }) => (type === 'standard' ? [] : ownServer)}
        problemsBetween={(values) => (needsPasswordAgain(values, stored) ? { password: t.server.passwordAgain } : {})}
        personOf={personOf}
        onSubmit={(_values, changes) =>
          editConfig(({ emailConfig }, conflict) => {
            const latest = formOf(emailConfig)
            throwIfConcerned(conflict, { base, typed: changes }, latest)
            return { emailConfig: settingsOf({ ...latest, ...changes }, emailConfig) }
          })
        }
        arrange={(fieldOf, { type }) => (
          <>
            {fieldOf('type')}
            {type === 'standard' && (
              <>
                <div className={css['host']}>
                  {fieldOf('host')}
                  {fieldOf('port')}
                </div>
                {fieldOf('tls')}
                <div className="pair">
                  {fieldOf('username')}
                  {fieldOf('password')}
                </div>
                <div className="pair">
                  {fieldOf('senderName')}
                  {fieldOf('senderEmail')}
                </div>
              </>
            )}
          </>
        )}
        after={({ form: { values }, check }) => <TestEmail values={values} check={check} />}
      />
    </div>
  )
}

const ownServer = ['host', 'port', 'tls', 'username', 'password', 'senderName', 'senderEmail'] as const
