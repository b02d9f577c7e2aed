import { useState, type ReactNode } from 'react'

import { mails, type MailServerCheck } from '../../data/emails.ts'
import type { ProjectConfig } from '../../data/project-config.ts'
import { useSignedInOwner } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { email } from '../../page/form/fields.tsx'
import { FieldList } from '../../page/form/FieldList.tsx'
import { useFields } from '../../page/form/useFields.ts'
import { useAct } from '../../page/useAct.tsx'
import { MailServerSteps } from '../../records/MailServerSteps.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './emails.module.css'
import { isSameForm, testedOf, type MailServerForm } from './sender-settings.ts'

interface Tested {
  readonly check: MailServerCheck
  readonly values: MailServerForm
}

/** Thrown if the form lacks a value that a test needs. */
class Incomplete extends Error {}

/** Sends a test mail through the server or endpoint of the form and shows each step. */
export function TestMail({
  values,
  stored,
  check,
}: {
  readonly values: MailServerForm
  readonly stored: ProjectConfig['emailConfig']
  /** Shows what is missing beside the fields of the form; false if anything is. */
  readonly check: () => boolean
}): ReactNode {
  const { test: t } = useTexts(emailsTexts)
  const { pending } = useTexts(kitTexts)
  const owner = useSignedInOwner()
  const testServer = mails.useChange('testServer')
  const [tested, setTested] = useState<Tested | null>(null)
  const send = useAct(
    async (recipientEmail: string) => {
      if (!check()) throw new Incomplete(t.needsValues)
      const emailConfig = testedOf(values, stored)
      if (emailConfig && values.type === 'standard' && values.password === '') throw new Incomplete(t.needsPassword)
      setTested(null)
      const answer = await testServer({ recipientEmail, ...(emailConfig && { emailConfig }) })
      setTested({ check: answer, values })
      announce(answer.errorMessage ?? t.accepted)
    },
    (failure) => (failure instanceof Incomplete ? failure.message : undefined),
  )
  const fields = {
    recipient: email({ label: t.recipient, initial: owner.primaryEmail ?? '', isAnyHostAllowed: true }),
  }
  const test = useFields({
    fields,
    onSubmit: async ({ recipient }) => send.run(recipient.trim()),
    onDone: () => undefined,
  })
  return (
    <section className={css['test']}>
      <h2>{t.title}</h2>
      <p className="soft">{values.type === 'shared' ? t.leadShared : t.lead}</p>
      {values.type !== 'shared' && (
        <>
          <form
            noValidate
            className={css['send']}
            onSubmit={(event) => {
              event.preventDefault()
              test.submit()
            }}
          >
            <FieldList fields={fields} form={test} />
            <Button type="submit" phase={send.isPending ? 'pending' : 'idle'} pendingLabel={pending.sending}>
              {t.send}
            </Button>
          </form>
          {send.failure}
          {tested && (
            <>
              <MailServerSteps steps={tested.check.steps} isEndpoint={tested.values.type === 'endpoint'} />
              {!isSameForm(tested.values, values) && <p className={css['outdated']}>{t.outdated}</p>}
            </>
          )}
        </>
      )}
    </section>
  )
}
