import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { OwnerInvitationTarget } from '../records/owner-invitations/invitation.ts'
import { stateOfInvitation } from '../records/queries/invitation-state.ts'
import { findOwnerInvitation } from '../records/queries/project-owners.ts'
import { hasInviter, inviterInHtml, inviterInText, inviterVariables } from './inviter.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink } from './mailed-link.ts'
import { quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const leaves = `{% if isTransfer == 'yes' %} The inviter stops being an owner when you accept.{% endif %}`

// The subject contains no name that a user has chosen: an inbox shows it beside the name of the service.
const template = {
  subject: 'You are invited to administer a project at {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}{% if ${hasInviter} %}${inviterInHtml} invited you{% else %}You are invited{% endif %} to become an owner of the project “<bdi>{{ ownedProjectName }}</bdi>” at {{ projectDisplayName }}.${leaves}{% endblock %}
{% block action %}View invitation{% endblock %}
{% block lifetime %}The invitation expires on {{ expiresAt }}. You become an owner only after you confirm.{% endblock %}
{% block reason %}You received this email because someone invited this address to own a project at {{ projectDisplayName }}. Users chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.{% endblock %}
`,
  text: `{{ projectDisplayName }}

{% if ${hasInviter} %}${inviterInText} invited you{% else %}You are invited{% endif %} to become an owner of the project “{{ ownedProjectName }}” at {{ projectDisplayName }}.${leaves} Open this link to view the invitation:

{{ link }}

The invitation expires on {{ expiresAt }}. You become an owner only after you confirm.

You received this email because someone invited this address to own a project at {{ projectDisplayName }}. Users chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.
`,
}

const payload = z.object({
  invitationId: z.string(),
  /** A page of the dashboard, from the settings of the operator. */
  pageUrl: z.string(),
})

export const ownerInvitation = mailKind(payload, async (mailing, { invitationId, pageUrl }) => {
  const { dependencies } = mailing
  const now = dependencies.clock.now()
  const current = stateOfInvitation(await dependencies.db.run(findOwnerInvitation('internal', invitationId, now)), now)
  if (current.state !== 'open') {
    throw new Undeliverable('REJECTED', 'The invitation was revoked or accepted, or its inviter is no longer an owner.')
  }
  const { invitation } = current
  const target: OwnerInvitationTarget = { invitationId }
  return {
    template,
    variables: {
      ...(await createMailedLink(mailing, pageUrl, { kind: 'owner_invitation', target })),
      ownedProjectName: quotedNameInMail(invitation.projectDisplayName),
      ...inviterVariables(invitation.inviterDisplayName, invitation.inviterEmail),
      isTransfer: invitation.isTransfer ? 'yes' : '',
      expiresAt: utcText(invitation.expiresAt.getTime()),
    },
  }
})
