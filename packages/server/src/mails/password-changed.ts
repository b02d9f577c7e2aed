import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { utcText } from './utc-text.ts'

const template = {
  subject: 'Your password for {{ projectDisplayName }} was changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}The password of your account was changed on {{ changedAt }}. If that was you, you need not do anything.{% endblock %}
{% block reason %}If it was not you, go to {{ projectDisplayName }}, choose “Forgot password?” where you sign in, and set a new one: that ends every session of whoever did it. You get this mail because this is the address of the account.{% endblock %}
`,
  text: `{{ projectDisplayName }}

The password of your account was changed on {{ changedAt }}. If that was you, you need not do anything.

If it was not you, go to {{ projectDisplayName }}, choose "Forgot password?" where you sign in, and set a new one: that ends every session of whoever did it. You get this mail because this is the address of the account.

--
Sent for {{ projectDisplayName }} by Portico at {{ serviceHost }}.
`,
}

const payload = z.object({ userId: z.string(), changedAtMillis: z.int() })

export const passwordChanged = mailKind(payload, async (mailing, { userId, changedAtMillis }) => {
  await requireCurrentRecipient(mailing, userId)
  return { template, variables: { changedAt: utcText(changedAtMillis) } }
})
