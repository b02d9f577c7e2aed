import type { sendTestEmail } from '@portico/contract'
import type { z } from 'zod'

import type { ProjectCall } from '../../api/route.ts'
import { toMailError } from '../../platform/mailer/mail-failure.ts'
import { defaultTls } from '../../records/projects/mail-server.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import { nameInMail } from '../../mails/name-in-mail.ts'
import { renderMail } from '../../mails/render-mail.ts'
import { testMail } from '../../mails/test-mail.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { OwnMailServers } from '../../platform/mailer/own-mail-servers.ts'
import type { Log } from '../../platform/log/log.ts'

export interface MailServerDependencies {
  readonly log: Log
  readonly ownMailServers: OwnMailServers
  readonly settings: { readonly baseUrl: string }
}

/** The timeout of the only attempt to send a test mail (contract 02 section 15.2). */
const TEST_MAIL_MILLIS = 10_000

type TestMail = z.output<(typeof sendTestEmail)['access']['admin']['body']>
type TestMailResult = z.input<(typeof sendTestEmail)['access']['admin']['response']>

/** Sends a mail through the given server, also in development mode. Does not use or change the stored settings. */
export async function sendTestMail(
  { log, ownMailServers, settings }: MailServerDependencies,
  { project }: ProjectCall,
  { recipient_email: recipient, email_config: config }: TestMail,
): Promise<TestMailResult> {
  const { host, port, username, password } = config
  if (isMasked(password)) {
    return { success: false, error_message: 'The password is masked. Enter the password to send a test e-mail.' }
  }
  const server = {
    host,
    port,
    tls: config.tls ?? defaultTls(port),
    username,
    password: () => password,
    senderAddress: config.sender_email,
    version: '',
  }
  const content = renderMail(testMail, {
    projectDisplayName: nameInMail(project.displayName),
    serviceHost: new URL(settings.baseUrl).host,
  })
  const mail = { id: newUuid(), recipient, ...content }
  try {
    await ownMailServers.deliverOnce(server, nameInMail(config.sender_name), mail, TEST_MAIL_MILLIS)
    return { success: true }
  } catch (error) {
    log.info({ project_id: project.id, cause: String(error) }, 'could not deliver a test mail')
    return { success: false, error_message: toMailError(error).message }
  }
}
