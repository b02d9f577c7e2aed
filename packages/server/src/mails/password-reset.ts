import { z } from 'zod'

import { UnknownRecipient } from '../platform/mailer/mail-failure.ts'
import { findUserBySignInEmail } from '../records/queries/sign-in-address.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const template = {
  subject: 'Reset your password for {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}You can choose a new password for your account now.{% endblock %}
{% block action %}Choose a new password{% endblock %}
{% block reason %}You received this e-mail because a password reset was requested for this address at {{ projectDisplayName }}. If you did not request it, you can ignore this e-mail: your password does not change.{% endblock %}
`,
  text: `{{ projectDisplayName }}

You can choose a new password for your account now. Open this link:

{{ link }}

The link works once, for {{ linkLifetime }}. If you ask for another one, only the newest works.

You received this e-mail because a password reset was requested for this address at {{ projectDisplayName }}. If you did not request it, you can ignore this e-mail: your password does not change.

--
Sent for {{ projectDisplayName }} by Portico at {{ serviceHost }}.
`,
}

const payload = z.object({ callbackUrl: z.string() })

/** The user of the address is looked up here and not by the call, whose response time would reveal whether there is one. */
export const passwordReset = mailKind(payload, async (mailing, { callbackUrl }) => {
  const { db, project, recipient } = mailing
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const found = await db.run(findUserBySignInEmail(project.id, recipient))
  if (!found) throw new UnknownRecipient()
  const purpose = { kind: 'password_reset', userId: found.user.id, target: { email: recipient } } as const
  return { template, variables: await createMailedLink(mailing, trustedUrl, purpose) }
})
