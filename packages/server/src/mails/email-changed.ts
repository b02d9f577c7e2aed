import { z } from 'zod'

import { mailKind } from './mail-kind.ts'
import { utcText } from './utc-text.ts'

const template = {
  subject: 'Your email address for {{ projectDisplayName }} was changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}This address was removed from your account on {{ changedAt }}. If you made this change, you can ignore this email.{% endblock %}
{% block reason %}If you did not make this change, contact {{ projectDisplayName }} support at once. They can see who made it. You received this email because this was the address of the account.{% endblock %}
`,
  text: `{{ projectDisplayName }}

This address was removed from your account on {{ changedAt }}. If you made this change, you can ignore this email.

If you did not make this change, contact {{ projectDisplayName }} support at once. They can see who made it. You received this email because this was the address of the account.
`,
}

const payload = z.object({ changedAtMillis: z.int() })

export const emailChanged = mailKind(payload, async (_, { changedAtMillis }) => ({
  template,
  variables: { changedAt: utcText(changedAtMillis) },
}))
