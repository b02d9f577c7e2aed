import { z } from 'zod'

import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findUserBySignInEmail } from '../records/queries/sign-in-address.ts'
import { canSignUpWith } from '../records/queries/sign-up-right.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const codeTemplate = {
  subject: 'Your code to sign in to {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}Enter this code on the page where you sign in to {{ projectDisplayName }}, or use the button.{% endblock %}
{% block code %}<p class="ink" style="margin: 0 0 28px; color: #1c1917; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 26px; font-weight: 600; line-height: 1.2; letter-spacing: 0.25em;">{{ typedCode }}</p>{% endblock %}
{% block action %}Sign in{% endblock %}
{% block lifetime %}Use one of them within {{ linkLifetime }}. The code works only in the browser that requested it.{% endblock %}
{% block reason %}You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email. Signing in requires the code or the link. Do not share them with anyone.{% endblock %}
`,
  text: `{{ projectDisplayName }}

Enter this code on the page where you sign in to {{ projectDisplayName }}:

{{ typedCode }}

Or open this link:

{{ link }}

Use one of them within {{ linkLifetime }}. The code works only in the browser that requested it.

You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email. Signing in requires the code or the link. Do not share them with anyone.
`,
}

const noAccountTemplate = {
  subject: 'No account at {{ projectDisplayName }} has this address',
  html: `{% layout 'layout.html' %}
{% block sentence %}There is no account at {{ projectDisplayName }} with this email address, and {{ projectDisplayName }} does not accept new accounts.{% endblock %}
{% block reason %}You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was you, try another address or contact {{ projectDisplayName }} support. If not, you can ignore this email.{% endblock %}
`,
  text: `{{ projectDisplayName }}

There is no account at {{ projectDisplayName }} with this email address, and {{ projectDisplayName }} does not accept new accounts.

You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was you, try another address or contact {{ projectDisplayName }} support. If not, you can ignore this email.
`,
}

const heldTemplate = {
  subject: 'This address cannot sign in to {{ projectDisplayName }} by email yet',
  html: `{% layout 'layout.html' %}
{% block sentence %}This email address cannot be used to sign in to {{ projectDisplayName }} by email until it is verified. Sign in with your password, then verify the address in your account settings.{% endblock %}
{% block reason %}You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email.{% endblock %}
`,
  text: `{{ projectDisplayName }}

This email address cannot be used to sign in to {{ projectDisplayName }} by email until it is verified. Sign in with your password, then verify the address in your account settings.

You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email.
`,
}

const offTemplate = {
  subject: 'Your account at {{ projectDisplayName }} does not sign in by email',
  html: `{% layout 'layout.html' %}
{% block sentence %}Signing in by email is turned off for your account at {{ projectDisplayName }}. Sign in another way, or contact {{ projectDisplayName }} support.{% endblock %}
{% block reason %}You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email.{% endblock %}
`,
  text: `{{ projectDisplayName }}

Signing in by email is turned off for your account at {{ projectDisplayName }}. Sign in another way, or contact {{ projectDisplayName }} support.

You received this email because someone requested to sign in to {{ projectDisplayName }} with this address. If that was not you, you can ignore this email.
`,
}

// The caller gets the nonce, which is half of the code, before the code is created at delivery.
const payload = z.object({ callbackUrl: z.string(), sealedNonce: z.string() })

/** Looks up the user at delivery, because a lookup in the call would reveal by its response time whether there is one. */
export const signInCode = mailKind(payload, async (mailing, { callbackUrl, sealedNonce }) => {
  const { dependencies, db, project, recipient } = mailing
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  if (!project.config.magicLinkEnabled) throw new Undeliverable('REJECTED', 'Sign-in by mail is disabled.')
  const now = dependencies.clock.now()
  const { found, canSignUp } = await db.batch({
    found: findUserBySignInEmail(project.id, recipient, now),
    canSignUp: canSignUpWith(project, recipient, now),
  })
  if (found?.isHeld) return { template: heldTemplate, variables: {} }
  if (found && !found.isForeign && found.user.otpOffByServer) return { template: offTemplate, variables: {} }
  // The call answers the same for every address. Only the mail tells the owner of the mailbox why they cannot sign in.
  if ((!found || found.isForeign) && !canSignUp) return { template: noAccountTemplate, variables: {} }
  const nonce = dependencies.secret.open(sealedNonce, nonceIdentity(project.id, recipient))
  // The code belongs to the address, not to its user: an attacker who signed up with the address must not be able to end
  // the code by changing the password.
  const purpose = { kind: 'sign_in', address: recipient, target: { email: recipient } } as const
  return { template: codeTemplate, variables: await createMailedLink(mailing, trustedUrl, purpose, nonce) }
})

export function sealSignInNonce(secret: MasterSecret, projectId: string, recipient: string, nonce: string): string {
  return secret.seal(nonce, nonceIdentity(projectId, recipient))
}

function nonceIdentity(projectId: string, recipient: string): string {
  return `emails/${projectId}/${recipient}/nonce`
}
