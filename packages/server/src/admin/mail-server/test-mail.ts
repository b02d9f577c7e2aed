import type { sendTestEmail } from '@portico/contract'
import type { z } from 'zod'

import { toMailError } from '../../platform/mailer/mail-failure.ts'
import type { Ports } from '../../ports.ts'
import { defaultTls } from '../../records/projects/mail-server.ts'
import type { Project } from '../../records/projects/project.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import { nameInMail } from '../../mails/name-in-mail.ts'
import { renderMail } from '../../mails/templates.ts'

/** The one try of a test mail takes no longer than this (contract 02 section 15.2). */
const TEST_MAIL_MILLIS = 10_000

type TestMail = z.output<(typeof sendTestEmail)['access']['admin']['body']>
type TestMailResult = z.input<(typeof sendTestEmail)['access']['admin']['response']>

/**
 * Sends one mail through the given server, in development mode as well. The stored settings are neither used nor changed.
 */
export async function sendTestMail(
  ports: Pick<Ports, 'log' | 'ownMailServers' | 'random' | 'settings'>,
  project: Project,
  { recipient_email: recipient, email_config: config }: TestMail,
): Promise<TestMailResult> {
  const { host, port, username, password } = config
  if (isMasked(password)) {
    return { success: false, error_message: 'The password is a mask. Enter the password itself to send a test e-mail.' }
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
  const content = renderMail('test_mail', {
    link: '',
    projectDisplayName: nameInMail(project.displayName),
    serviceHost: new URL(ports.settings.baseUrl).host,
  })
  const mail = { id: ports.random.uuid(), recipient, ...content }
  try {
    await ports.ownMailServers.deliverOnce(server, nameInMail(config.sender_name), mail, TEST_MAIL_MILLIS)
    return { success: true }
  } catch (error) {
    ports.log.info({ project_id: project.id, cause: String(error) }, 'a test mail was not delivered')
    return { success: false, error_message: toMailError(error).message }
  }
}
