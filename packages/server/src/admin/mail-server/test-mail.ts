import { mailServerStepNames, type sendTestEmail } from '@portico/contract'
import type { z } from 'zod'

import type { ProjectCall } from '../../api/route.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { replyOf, toMailError, type MailError } from '../../platform/mailer/mail-failure.ts'
import type { CheckedStep, MailServerCheck } from '../../platform/mailer/mail-server-check.ts'
import { defaultTls } from '../../records/projects/mail-server.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import { nameInMail } from '../../mails/name-in-mail.ts'
import { renderMail } from '../../mails/render-mail.ts'
import { preferredLanguage } from '../../language/languages.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { OwnMailServers } from '../../platform/mailer/own-mail-servers.ts'
import type { Log } from '../../platform/log/log.ts'
import { packContents } from '../../records/mails/content-archive.ts'
import { insertClosedEmail } from '../../records/mails/store.ts'
import { adviceFor } from './advice.ts'

export interface MailServerDependencies {
  readonly log: Log
  readonly ownMailServers: OwnMailServers
  readonly settings: { readonly baseUrl: string }
}

/** The timeout of the only attempt to send a test mail (contract 02 section 15.2). */
const TEST_MAIL_MILLIS = 10_000

type TestMail = CamelCased<z.output<(typeof sendTestEmail)['access']['admin']['body']>>

export interface TestMailResult {
  /** Null: the server has accepted the mail. */
  readonly errorMessage: string | null
  readonly steps: readonly TestedStep[]
}

export interface TestedStep extends CheckedStep {
  /** Null for a step that has not failed. */
  readonly failure: {
    readonly message: string
    readonly reply: string | null
    readonly advice: string
  } | null
}

/** Sends a mail through the given server, also in development mode. Does not use or change the stored settings. */
export async function sendTestMail(
  { log, ownMailServers, settings }: MailServerDependencies,
  { db, now, project, request }: ProjectCall,
  { recipientEmail: recipient, emailConfig: config }: TestMail,
): Promise<TestMailResult> {
  const { host, port, username, password } = config
  if (isMasked(password)) {
    const errorMessage = 'The password is masked. Enter the password to send a test e-mail.'
    return { errorMessage, steps: mailServerStepNames.map(notReached) }
  }
  const server = {
    host,
    port,
    tls: config.tls ?? defaultTls(port),
    username,
    password: () => password,
    senderAddress: config.senderEmail,
    version: '',
  }
  const language = preferredLanguage(request.headers.get('accept-language'))
  const content = renderMail({ mail: 'test', data: {} }, { project, baseUrl: settings.baseUrl }, language)
  const mail = { id: newUuid(), recipient, ...content }
  const check = await ownMailServers.check(server, nameInMail(config.senderName), mail, TEST_MAIL_MILLIS)
  const { failure } = check
  const error = failure && toMailError(failure.cause)
  if (failure)
    log.info(
      { project_id: project.id, step: failure.step, cause: String(failure.cause) },
      'could not deliver a test mail',
    )
  const { id, shown } = mail
  const { senderEmail: sender_email, senderName: sender_name } = config
  const sender = { type: 'standard', host, port, username, sender_name, sender_email } as const
  const attempted = { subject: shown.subject, sender, contents: await packContents(shown) }
  await db.run(insertClosedEmail(db.projectId, { id, template: 'test', recipient, ...attempted, error, at: now() }))
  return {
    errorMessage: error && error.message,
    steps: check.steps.map((step) => ({ ...step, failure: failureOf(step, check, error) })),
  }
}

function failureOf(
  { name }: CheckedStep,
  { failure }: MailServerCheck,
  error: MailError | null,
): TestedStep['failure'] {
  if (!failure || !error || failure.step !== name) return null
  return { message: error.message, reply: replyOf(failure.cause), advice: adviceFor(name, error) }
}

function notReached(name: CheckedStep['name']): TestedStep {
  return { name, state: 'not_reached', durationMillis: null, detail: null, failure: null }
}
