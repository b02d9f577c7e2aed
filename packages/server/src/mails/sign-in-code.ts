import { z } from 'zod'

import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findUserBySignInEmail } from '../records/queries/sign-in-address.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const codeTemplate = {
  subject: 'Your code to sign in to {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}Type this code where you are signing in to {{ projectDisplayName }}, or use the button.{% endblock %}
{% block code %}<p class="ink" style="margin: 0 0 28px; color: #1c1917; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 26px; font-weight: 600; line-height: 1.2; letter-spacing: 0.25em;">{{ typedCode }}</p>{% endblock %}
{% block action %}Sign in{% endblock %}
{% block lifetime %}The code works in the browser that asked for it only, the link in any. Whichever you use works once, for {{ linkLifetime }}. If you ask for another one, only the newest works.{% endblock %}
{% block reason %}You received this e-mail because a sign-in to {{ projectDisplayName }} with this address was requested. If you did not request it, you can ignore this e-mail: signing in needs the code or the link. Do not share them with anyone.{% endblock %}
`,
  text: `{{ projectDisplayName }}

Type this code where you are signing in to {{ projectDisplayName }}:

{{ typedCode }}

Or open this link:

{{ link }}

The code works in the browser that asked for it only, the link in any. Whichever you use works once, for {{ linkLifetime }}. If you ask for another one, only the newest works.

You received this e-mail because a sign-in to {{ projectDisplayName }} with this address was requested. If you did not request it, you can ignore this e-mail: signing in needs the code or the link. Do not share them with anyone.

--
Sent for {{ projectDisplayName }} by Portico at {{ serviceHost }}.
`,
}

const noAccountTemplate = {
  subject: 'No account at {{ projectDisplayName }} has this address',
  html: `{% layout 'layout.html' %}
{% block sentence %}There is no account at {{ projectDisplayName }} with this e-mail address, and {{ projectDisplayName }} takes no new accounts.{% endblock %}
{% block reason %}You received this e-mail because a sign-in to {{ projectDisplayName }} with this address was requested. If you requested it, try another address or contact the support of {{ projectDisplayName }}. If you did not, you can ignore this e-mail.{% endblock %}
`,
  text: `{{ projectDisplayName }}

There is no account at {{ projectDisplayName }} with this e-mail address, and {{ projectDisplayName }} takes no new accounts.

You received this e-mail because a sign-in to {{ projectDisplayName }} with this address was requested. If you requested it, try another address or contact the support of {{ projectDisplayName }}. If you did not, you can ignore this e-mail.

--
Sent for {{ projectDisplayName }} by Portico at {{ serviceHost }}.
`,
}

// The caller has the nonce, which is half of the code, before the code is made.
const payload = z.object({ callbackUrl: z.string(), sealedNonce: z.string() })

/** The user of the address is looked up here and not by the call, whose response time would reveal whether there is one. */
export const signInCode = mailKind(payload, async (mailing, { callbackUrl, sealedNonce }) => {
  const { dependencies, db, project, recipient } = mailing
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  if (!project.config.magicLinkEnabled) throw new Undeliverable('REJECTED', 'Sign-in by mail was switched off.')
  const found = await db.run(findUserBySignInEmail(project.id, recipient))
  // The answer of the call is the same for every address. The owner of the mailbox learns why they cannot sign in.
  if (!found && !project.config.signUpEnabled) return { template: noAccountTemplate, variables: {} }
  const nonce = dependencies.secret.open(sealedNonce, nonceIdentity(project.id, recipient))
  // For the address and not for its user: an attacker who has signed up with it must not be able to end the code by
  // changing the password.
  const purpose = { kind: 'sign_in', address: recipient, target: { email: recipient } } as const
  return { template: codeTemplate, variables: await createMailedLink(mailing, trustedUrl, purpose, nonce) }
})

export function sealSignInNonce(secret: MasterSecret, projectId: string, recipient: string, nonce: string): string {
  return secret.seal(nonce, nonceIdentity(projectId, recipient))
}

function nonceIdentity(projectId: string, recipient: string): string {
  return `emails/${projectId}/${recipient}/nonce`
}
