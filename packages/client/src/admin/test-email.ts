import type { AdminEmailConfig } from './projects.ts'
import type { Result } from '../transport/result.ts'
import type { SendRequest } from '../transport/request.ts'
import { toSnakeCase } from './wire-names.ts'

export interface SendTestEmailOptions {
  recipientEmail: string
  /** The mail server to try, with its password. Nothing is stored. */
  emailConfig: Omit<Extract<AdminEmailConfig, { type: 'standard' }>, 'type'>
}

/** Why a mail was not sent. */
export interface TestEmailFailure {
  readonly errorMessage: string
}

export async function sendTestEmail(
  request: SendRequest,
  options: SendTestEmailOptions,
): Promise<Result<undefined, TestEmailFailure>> {
  const answer = await request<{ success: boolean; error_message?: string }>('/internal/send-test-email', {
    method: 'POST',
    body: toSnakeCase(options),
  })
  if (answer.success) return { status: 'ok', data: undefined }
  return { status: 'error', error: { errorMessage: answer.error_message ?? '' } }
}
