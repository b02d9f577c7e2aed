import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const template = {
  subject: 'Verify your email address for {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}Verify that this email address is yours.{% endblock %}
{% block action %}Verify email address{% endblock %}
{% block reason %}You received this email because someone entered this address at {{ projectDisplayName }}. If that was not you, you can ignore this email. Nothing changes.{% endblock %}
`,
  text: `{{ projectDisplayName }}

Verify that this email address is yours. Open this link and confirm:

{{ link }}

The link expires in {{ linkLifetime }}.

You received this email because someone entered this address at {{ projectDisplayName }}. If that was not you, you can ignore this email. Nothing changes.
`,
}

const payload = z.object({ userId: z.string(), channelId: z.string(), callbackUrl: z.string() })

export const emailVerification = mailKind(payload, async (mailing, { userId, channelId, callbackUrl }) => {
  const { project, recipient } = mailing
  const channel = await requireCurrentRecipient(mailing, userId)
  // The user removed the address and added it again since.
  if (channel.id !== channelId) throw new Undeliverable('REJECTED', 'The address was removed from the user.')
  if (channel.isVerified && channel.isClaimed) throw new Undeliverable('REJECTED', 'The address is already verified.')
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const target = { channelId, email: recipient }
  const purpose = { kind: 'contact_channel_verification', userId, target } as const
  return { template, variables: await createMailedLink(mailing, trustedUrl, purpose) }
})
