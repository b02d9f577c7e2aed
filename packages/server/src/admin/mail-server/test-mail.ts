import { mailServerStepNames, type sendTestEmail } from '@portico/contract'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'
import type { z } from 'zod'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { replyOf, toMailError, type MailError } from '../../platform/mailer/mail-failure.ts'
import type { CheckedStep, MailServerCheck } from '../../platform/mailer/checked-steps.ts'
import { isPermittedSender, type SenderDomainSettings } from '../../platform/mailer/sender-domains.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { MailEndpoints } from '../../platform/mailer/mail-endpoints.ts'
import type { OwnSender } from '../../platform/mailer/mailer.ts'
import { defaultTls, ownMailServer } from '../../records/projects/mail-server.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import type { EmailConfig, Project } from '../../records/projects/project.ts'
import { senderOfOwn } from '../../mails/mail-sender.ts'
import { findSenderProblem, unpermittedSender } from '../../records/projects/sender-problem.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { OwnMailServers } from '../../platform/mailer/own-mail-servers.ts'
import type { Log } from '../../platform/log/log.ts'
import { packContents } from '../../records/mails/content-archive.ts'
import { insertClosedMail } from '../../records/mails/store.ts'
import { adviceFor } from './advice.ts'
import { loadImages, withHostedImages } from '../../mails/mail-brand.ts'
import { renderTestMail, requireOwnAddress } from './tested-mail.ts'

export interface MailServerDependencies {
  /** Not restricted to one project, because owners are users of "internal". */
  readonly db: Database
  readonly log: Log
  readonly ownMailServers: OwnMailServers
  readonly mailEndpoints: MailEndpoints
  readonly secret: MasterSecret
  readonly settings: SenderDomainSettings & { readonly baseUrl: string }
}

/** The timeout of the only attempt to send a test mail. */
const TEST_MAIL_MILLIS = 10_000

type TestMail = CamelCasedMembers<z.output<(typeof sendTestEmail)['access']['admin']['body']>, 'email_config'>
type GivenConfig = NonNullable<TestMail['emailConfig']>

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

/**
 * Sends a mail through the given server or endpoint, or through the stored one, also in development mode. Does not
 * change the stored settings. If settings are given, only a masked DKIM key or endpoint secret comes from the stored
 * ones.
 *
 * @throws PlainError
 */
export async function sendTestMail(
  dependencies: MailServerDependencies,
  call: ProjectCall,
  { recipientEmail: recipient, emailConfig, template }: TestMail,
): Promise<TestMailResult> {
  const { log, mailEndpoints, ownMailServers, secret, settings } = dependencies
  const { db, now, project } = call
  if (template) await requireOwnAddress(dependencies, call, recipient)
  const config = emailConfig ?? requireOwnConfig(project)
  const server = emailConfig ? toSender(dependencies, project, emailConfig) : ownMailServer(secret, project)
  if (server === null) throw new Error('A project with a mail server of its own has no sender.')
  if (typeof server === 'string') return { errorMessage: server, steps: mailServerStepNames.map(notReached) }
  const content = renderTestMail(call, settings.baseUrl, template)
  const images = await loadImages(db, project, content.html)
  const mail = { id: newUuid(), type: 'test', recipient, queuedAt: now(), ...content, images }
  const name = nameInMail(config.senderName)
  const check =
    server.type === 'endpoint'
      ? await mailEndpoints.check(server, name, mail)
      : await ownMailServers.check(server, name, mail, TEST_MAIL_MILLIS)
  const { failure } = check
  const error = failure && toMailError(failure.cause)
  if (failure)
    log.info(
      { project_id: project.id, step: failure.step, cause: String(failure.cause) },
      'could not deliver a test mail',
    )
  const { id } = mail
  const shown = { ...mail.shown, html: withHostedImages(mail.shown.html, project, settings.baseUrl) }
  const attempted = { subject: shown.subject, sender: senderOfOwn(config), contents: await packContents(shown) }
  await db.run(insertClosedMail(db.projectId, { id, template: 'test', recipient, ...attempted, error, at: now() }))
  return {
    errorMessage: error && error.message,
    steps: check.steps.map((step) => ({ ...step, failure: failureOf(step, server, check, error) })),
  }
}

/** @throws PlainError */
function requireOwnConfig({ config }: Project): Exclude<EmailConfig, { type: 'shared' }> {
  if (config.emailConfig.type !== 'shared') return config.emailConfig
  throw new PlainError(400, 'The project has no mail server of its own. Send the settings to test as email_config.')
}

/** Returns the given server or endpoint, or a sentence that says why it cannot be tested. */
function toSender(
  { secret, settings }: Pick<MailServerDependencies, 'secret' | 'settings'>,
  project: Project,
  config: GivenConfig,
): OwnSender | string {
  const problem = findSenderProblem(settings, config)
  if (problem !== null) return `${problem}.`
  if (!isPermittedSender(settings, config.senderEmail)) return unpermittedSender(settings)
  const stored = ownMailServer(secret, project)
  const addresses = { senderAddress: config.senderEmail, replyTo: config.replyTo ?? null }
  if (config.type === 'endpoint') {
    const { secret: given, url } = config
    // The stored secret signs for its own endpoint only.
    const kept = stored?.type === 'endpoint' && stored.url === url ? stored.secret : null
    const key = given === undefined || isMasked(given) ? kept : () => given
    if (!key) return 'The secret is missing or masked. Enter the secret to send a test e-mail.'
    return { type: 'endpoint', ...addresses, url, secret: key }
  }
  const { bounceEmail, dkim, host, password, port, tls, username } = config
  if (isMasked(password)) return 'The password is masked. Enter the password to send a test e-mail.'
  const keptKey = stored?.type === 'server' ? stored.dkim?.privateKey : undefined
  const privateKey = dkim && (isMasked(dkim.privateKey) ? keptKey : () => dkim.privateKey)
  if (dkim && !privateKey) return 'The private key of DKIM is masked. Enter the key to send a test e-mail.'
  return {
    type: 'server',
    ...addresses,
    bounceAddress: bounceEmail ?? config.senderEmail,
    host,
    port,
    tls: tls ?? defaultTls(port),
    username,
    password: () => password,
    dkim: dkim && privateKey ? { selector: dkim.selector, privateKey } : null,
    version: '',
  }
}

function failureOf(
  { name }: CheckedStep,
  { type }: OwnSender,
  { failure }: MailServerCheck,
  error: MailError | null,
): TestedStep['failure'] {
  if (!failure || !error || failure.step !== name) return null
  return { message: error.message, reply: replyOf(failure.cause), advice: adviceFor(type, name, error) }
}

function notReached(name: CheckedStep['name']): TestedStep {
  return { name, state: 'not_reached', durationMillis: null, detail: null, failure: null }
}
