import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { addressInMail, quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const changed = `changed {{ settings }} of the project`
const advice = `With these settings, a person can get the sign-in codes of your users or sign in as them. If you do not expect this change, check the settings of the project, undo the change and remove the owner or the keys that made it.`
const reason = `You received this email because you are an owner of the project. Users chose the names in quotation marks.`

const template = {
  subject: 'Settings of a project at {{ projectDisplayName }} have changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}{% if ownerName == '' %}{% if isOwner == 'yes' %}An owner{% else %}A program with the key of the project{% endif %}{% else %}“<bdi>{{ ownerName }}</bdi>”{% endif %}{% if ownerAddress != '' %} (<bdi>{{ ownerAddress }}</bdi>){% endif %} ${changed} “<bdi>{{ ownedProjectName }}</bdi>” on {{ changedAt }}. ${advice}{% endblock %}
{% block reason %}${reason}{% endblock %}
`,
  text: `{{ projectDisplayName }}

{% if ownerName == '' %}{% if isOwner == 'yes' %}An owner{% else %}A program with the key of the project{% endif %}{% else %}“{{ ownerName }}”{% endif %}{% if ownerAddress != '' %} ({{ ownerAddress }}){% endif %} ${changed} “{{ ownedProjectName }}” on {{ changedAt }}. ${advice}

${reason}
`,
}

/** How the mail names the settings, by their field. */
const names: Readonly<Record<string, string>> = {
  'config.email_config': 'the mail server',
  'config.domains': 'the trusted domains',
  'config.allow_localhost': 'the trust in localhost',
  'config.native_app_redirects_enabled': 'the redirects to native apps',
  'config.oauth_providers': 'the sign-in providers',
  'config.recent_sign_in_required': 'the need for a recent sign-in',
  is_production_mode: 'the production mode',
}

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  projectName: z.string(),
  /** The owner who made the change; false for the key of the project. */
  isOwner: z.boolean(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  fields: z.array(z.string()),
  changedAtMillis: z.int(),
})

export const projectSettingsChanged = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    template,
    variables: {
      isOwner: written.isOwner ? 'yes' : '',
      settings: written.fields.map((field) => names[field] ?? field).join(', '),
      ownedProjectName: quotedNameInMail(written.projectName),
      ownerName: quotedNameInMail(written.ownerName ?? ''),
      ownerAddress: addressInMail(written.ownerEmail ?? ''),
      changedAt: utcText(written.changedAtMillis),
    },
  }
})
