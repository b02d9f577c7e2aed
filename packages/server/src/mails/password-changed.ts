import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { utcText } from './utc-text.ts'

const template = {
  subject: 'Your password for {{ projectDisplayName }} was changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}The password of your account was changed on {{ changedAt }}. If you made this change, you can ignore this email.{% endblock %}
{% block reason %}If you did not make this change, go to {{ projectDisplayName }}, choose “Forgot password?” on the sign-in page and set a new password. This ends all sessions. You received this email because this is the address of the account.{% endblock %}
`,
  text: `{{ projectDisplayName }}

The password of your account was changed on {{ changedAt }}. If you made this change, you can ignore this email.

If you did not make this change, go to {{ projectDisplayName }}, choose "Forgot password?" on the sign-in page and set a new password. This ends all sessions. You received this email because this is the address of the account.
`,
}

const payload = z.object({ userId: z.string(), changedAtMillis: z.int() })

export const passwordChanged = mailKind(payload, async (mailing, { userId, changedAtMillis }) => {
  await requireCurrentRecipient(mailing, userId)
  return { template, variables: { changedAt: utcText(changedAtMillis) } }
})
