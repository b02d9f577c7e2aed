import { z } from 'zod'

import { mailKind } from './mail-kind.ts'
import { utcText } from './utc-text.ts'

const template = {
  subject: 'Your e-mail address for {{ projectDisplayName }} was changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}This address was taken from your account on {{ changedAt }}. If you made this change, you can ignore this e-mail.{% endblock %}
{% block reason %}If it is not, tell the people who run {{ projectDisplayName }} at once: they can see who changed it. You get this mail because this was the address of the account until then.{% endblock %}
`,
  text: `{{ projectDisplayName }}

This address was taken from your account on {{ changedAt }}. If you made this change, you can ignore this e-mail.

If it is not, tell the people who run {{ projectDisplayName }} at once: they can see who changed it. You get this mail because this was the address of the account until then.

--
Sent for {{ projectDisplayName }} by Portico at {{ serviceHost }}.
`,
}

const payload = z.object({ changedAtMillis: z.int() })

export const emailChanged = mailKind(payload, async (_, { changedAtMillis }) => ({
  template,
  variables: { changedAt: utcText(changedAtMillis) },
}))
