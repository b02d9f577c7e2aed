import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const ownerText = `{% if ownerType == 'team' %}the team{% if teamDisplayName != '' %} “{{ teamDisplayName }}”{% endif %}{% else %}your account{% endif %} at {{ projectDisplayName }}`
const ownerHtml = `{% if ownerType == 'team' %}the team{% if teamDisplayName != '' %} “<bdi>{{ teamDisplayName }}</bdi>”{% endif %}{% else %}your account{% endif %} at {{ projectDisplayName }}`
const advice = `Programs that use the key no longer have access. Create a new key for them, and remove the old one from the place where it was published. Check what was done with the key before.`
const reason = `You received this email because {% if ownerType == 'team' %}you can manage the API keys of the team{% else %}this is the address of the account{% endif %}. Users of {{ projectDisplayName }} chose the names in quotation marks.`

const template = {
  subject: 'An API key for {{ projectDisplayName }} was found in public and revoked',
  html: `{% layout 'layout.html' %}
{% block sentence %}An API key of ${ownerHtml} was found in public{% if description != '' %}: “<bdi>{{ description }}</bdi>”{% endif %}. It was revoked on {{ revokedAt }}. ${advice}{% endblock %}
{% block reason %}${reason}{% endblock %}
`,
  text: `{{ projectDisplayName }}

An API key of ${ownerText} was found in public{% if description != '' %}: “{{ description }}”{% endif %}. It was revoked on {{ revokedAt }}. ${advice}

${reason}
`,
}

const payload = z.object({
  /** The owner of the key, or a member who may manage the keys of the team. */
  userId: z.string(),
  /** The description of the key, chosen by a user. */
  description: z.string(),
  /** Null for the key of a user. */
  teamDisplayName: z.string().nullable(),
  revokedAtMillis: z.int(),
})

export const apiKeyLeaked = mailKind(
  payload,
  async (mailing, { description, revokedAtMillis, teamDisplayName, userId }) => {
    await requireCurrentRecipient(mailing, userId)
    return {
      template,
      variables: {
        ownerType: teamDisplayName === null ? 'user' : 'team',
        teamDisplayName: quotedNameInMail(teamDisplayName ?? ''),
        description: quotedNameInMail(description),
        revokedAt: utcText(revokedAtMillis),
      },
    }
  },
)
