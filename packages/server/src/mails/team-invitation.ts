import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { stateOfInvitation } from '../records/queries/invitation-state.ts'
import { findInvitation } from '../records/queries/team-invitations.ts'
import type { InvitationTarget } from '../records/team-invitations/invitation.ts'
import { hasInviter, inviterInHtml, inviterInText, inviterVariables } from './inviter.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'
import { quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const teamInText = `{% if teamDisplayName == '' %}a team{% else %}the team “{{ teamDisplayName }}”{% endif %}`
const teamInHtml = `{% if teamDisplayName == '' %}a team{% else %}the team “<bdi>{{ teamDisplayName }}</bdi>”{% endif %}`

const atProject = `{% if isByServer == '' %} at {{ projectDisplayName }}{% endif %}`
const otherInviter = `{% if isByServer == 'yes' %}{{ projectDisplayName }}{% else %}A member{% endif %}`
const subjectInText = `{% if ${hasInviter} %}${inviterInText}{% else %}${otherInviter}{% endif %}`
const subjectInHtml = `{% if ${hasInviter} %}${inviterInHtml}{% else %}${otherInviter}{% endif %}`

// The subject contains no name that a user has chosen: an inbox shows it beside the name of the project.
const template = {
  subject: 'You are invited to a team at {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}${subjectInHtml} invited you to join ${teamInHtml}${atProject}.{% endblock %}
{% block action %}View invitation{% endblock %}
{% block lifetime %}The invitation expires on {{ expiresAt }}. You join the team only after you confirm.{% endblock %}
{% block reason %}You received this email because someone invited this address to a team at {{ projectDisplayName }}. Users of {{ projectDisplayName }} chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.{% endblock %}
`,
  text: `{{ projectDisplayName }}

${subjectInText} invited you to join ${teamInText}${atProject}. Open this link to view the invitation:

{{ link }}

The invitation expires on {{ expiresAt }}. You join the team only after you confirm.

You received this email because someone invited this address to a team at {{ projectDisplayName }}. Users of {{ projectDisplayName }} chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.
`,
}

const payload = z.object({ invitationId: z.string(), callbackUrl: z.string() })

export const teamInvitation = mailKind(payload, async (mailing, { invitationId, callbackUrl }) => {
  const { dependencies, db, project } = mailing
  const now = dependencies.clock.now()
  const current = stateOfInvitation(await db.run(findInvitation(project.id, invitationId, now)), now)
  if (current.state !== 'open') {
    throw new Undeliverable('REJECTED', 'The invitation was revoked or accepted, or its inviter may no longer invite.')
  }
  const { invitation } = current
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  // The code names the invitation and no address: a mailbox can have codes of several teams at once, and the address of a
  // deleted user is not left behind.
  const target: InvitationTarget = { invitationId, teamId: invitation.teamId }
  const names = {
    teamDisplayName: quotedNameInMail(invitation.teamDisplayName),
    ...inviterVariables(invitation.inviterName, invitation.inviterAddress),
    isByServer: invitation.inviterUserId === null ? 'yes' : '',
  }
  return {
    template,
    variables: {
      ...(await createMailedLink(mailing, trustedUrl, { kind: 'team_invitation', target })),
      ...names,
      expiresAt: utcText(invitation.expiresAt.getTime()),
    },
  }
})
