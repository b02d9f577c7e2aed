import type { EmailTemplateType, Json, MailServerStepName, MailServerStepState } from '@portico/contract'

import type { AdminEmailEndpointConfig, AdminEmailServerConfig } from '../transport/record-fields.ts'
import type { Result } from '../transport/result.ts'
import type { SendRequest } from '../transport/request.ts'
import { toSnakeCase } from '@portico/contract/letter-case'

/** A mail server to try. */
export type TestedMailServer = Omit<AdminEmailServerConfig, 'type'> & Partial<Pick<AdminEmailServerConfig, 'type'>>

/** The recipient, the mail server and the template of a test mail. */
export interface SendTestEmailOptions {
  /** The address that the test mail is sent to. */
  recipientEmail: string
  /**
   * The mail server to try, with its password, or the endpoint. Nothing is stored. A masked DKIM key or endpoint secret
   * means the stored one. Default: the stored server or endpoint of the project.
   */
  emailConfig?: TestedMailServer | AdminEmailEndpointConfig
  /**
   * Sends this mail, with example values, instead of the standard test mail. An owner can send it only to their own
   * verified primary address.
   */
  template?: TestedEmailTemplate
}

/** A template that is sent without being stored. */
export interface TestedEmailTemplate {
  /** The mail that it is for. */
  type: EmailTemplateType
  /** The language of the template. Default: that of the project. */
  locale?: string
  /** The subject, with placeholders. */
  subject: string
  /** Blocks by their ids, like the `content` of a template. */
  content: Json
}

/** Why a mail was not sent. */
export interface TestEmailFailure {
  /** What went wrong, for people. */
  readonly errorMessage: string
  /** The step that failed, and those before and after it. */
  readonly steps: readonly MailServerCheckStep[]
}

/** One step of a delivery: find the host, connect, encrypt, sign in, accept the mail. An endpoint skips the sign-in. */
export interface MailServerCheckStep {
  /** The step of the check. */
  readonly name: MailServerStepName
  /** How the step ended. */
  readonly state: MailServerStepState
  /** Null for a step that was skipped or not reached. */
  readonly durationMillis: number | null
  /** What a finished step found, such as the public address of the server. */
  readonly detail: string | null
  /** What went wrong; only of the failed step, like the properties below. */
  readonly message: string | null
  /** The reply of the mail server, without addresses, links and codes. */
  readonly reply: string | null
  /** What to do. */
  readonly advice: string | null
}

/** The result of a mail server test. */
export interface MailServerCheck {
  /** Null: the mail server has accepted the mail. */
  readonly errorMessage: string | null
  /** The steps, in their order. */
  readonly steps: readonly MailServerCheckStep[]
}

export async function sendTestEmail(
  request: SendRequest<'admin'>,
  options: SendTestEmailOptions,
): Promise<Result<undefined, TestEmailFailure>> {
  const { errorMessage, steps } = await checkMailServer(request, options)
  return errorMessage === null ? { status: 'ok', data: undefined } : { status: 'error', error: { errorMessage, steps } }
}

/** Sends a test mail and returns the outcome of each step. */
export async function checkMailServer(
  request: SendRequest<'admin'>,
  { emailConfig, recipientEmail, template }: SendTestEmailOptions,
): Promise<MailServerCheck> {
  const body = {
    recipient_email: recipientEmail,
    ...(emailConfig && { email_config: toSnakeCase(emailConfig) }),
    // Not renamed: the keys of the content are ids of blocks.
    ...(template && { template }),
  }
  const answer = await request('POST /internal/send-test-email', { body })
  return {
    errorMessage: answer.success ? null : (answer.error_message ?? ''),
    // Other services of the protocol send no steps.
    steps: (answer.steps ?? []).map(({ duration_millis: durationMillis, ...step }) => ({ ...step, durationMillis })),
  }
}
