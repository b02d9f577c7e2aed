import type { MailServerStep, sendTestEmail } from '@portico/contract'
import type { z } from 'zod'

import type { TestedStep, TestMailResult } from './test-mail.ts'

type PresentedResult = z.input<(typeof sendTestEmail)['access']['admin']['response']>

export function presentTestMail({ errorMessage, steps }: TestMailResult): PresentedResult {
  return {
    success: errorMessage === null,
    ...(errorMessage !== null && { error_message: errorMessage }),
    steps: steps.map(presentStep),
  }
}

function presentStep({ detail, durationMillis, failure, name, state }: TestedStep): MailServerStep {
  const { message = null, reply = null, advice = null } = failure ?? {}
  return { name, state, duration_millis: durationMillis, detail, message, reply, advice }
}
