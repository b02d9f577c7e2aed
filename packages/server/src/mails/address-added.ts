import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { utcText } from './utc-text.ts'

const template = {
  subject: 'Your email address was added to an account at {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}This address was added to an account at {{ projectDisplayName }} on {{ changedAt }}. The account cannot use it to sign in until you verify it.{% endblock %}
{% block reason %}You received this email because someone entered this address in their account settings at {{ projectDisplayName }}. If that was not you, you can ignore this email, and do not open a verification link for this address.{% endblock %}
`,
  text: `{{ projectDisplayName }}

This address was added to an account at {{ projectDisplayName }} on {{ changedAt }}. The account cannot use it to sign in until you verify it.

You received this email because someone entered this address in their account settings at {{ projectDisplayName }}. If that was not you, you can ignore this email, and do not open a verification link for this address.
`,
}

const payload = z.object({ userId: z.string(), changedAtMillis: z.int() })

export const addressAdded = mailKind(payload, async (mailing, { userId, changedAtMillis }) => {
  await requireCurrentRecipient(mailing, userId)
  return { template, variables: { changedAt: utcText(changedAtMillis) } }
})
