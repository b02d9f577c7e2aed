import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { mailKind } from './mail-kind.ts'
import { addressInMail, quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const happened = `{% if change == 'added' %}became an owner{% else %}stopped being an owner{% endif %}`
const advice = `{% if change == 'added' %}Owners have access to everything in the project. If this is not expected, remove the owner in the settings of the project.{% elsif isRecipient == 'yes' %}If this is not expected, contact another owner.{% endif %}`
const reason = `You received this email because you {% if isRecipient == 'yes' %}were{% else %}are{% endif %} an owner of the project. Users chose the names in quotation marks.`

const template = {
  subject: 'The owners of a project at {{ projectDisplayName }} have changed',
  html: `{% layout 'layout.html' %}
{% block sentence %}{% if isRecipient == 'yes' %}You{% elsif ownerName == '' %}A user{% else %}“<bdi>{{ ownerName }}</bdi>”{% endif %}{% if isRecipient != 'yes' and ownerAddress != '' %} (<bdi>{{ ownerAddress }}</bdi>){% endif %} ${happened} of the project “<bdi>{{ ownedProjectName }}</bdi>” on {{ changedAt }}. ${advice}{% endblock %}
{% block reason %}${reason}{% endblock %}
`,
  text: `{{ projectDisplayName }}

{% if isRecipient == 'yes' %}You{% elsif ownerName == '' %}A user{% else %}“{{ ownerName }}”{% endif %}{% if isRecipient != 'yes' and ownerAddress != '' %} ({{ ownerAddress }}){% endif %} ${happened} of the project “{{ ownedProjectName }}” on {{ changedAt }}. ${advice}

${reason}
`,
}

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  change: z.enum(['added', 'removed']),
  /** The informed owner is the one who was removed. */
  isRecipient: z.boolean(),
  projectName: z.string(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  changedAtMillis: z.int(),
})

export const ownerChanged = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    template,
    variables: {
      change: written.change,
      isRecipient: written.isRecipient ? 'yes' : '',
      ownedProjectName: quotedNameInMail(written.projectName),
      ownerName: quotedNameInMail(written.ownerName ?? ''),
      ownerAddress: addressInMail(written.ownerEmail ?? ''),
      changedAt: utcText(written.changedAtMillis),
    },
  }
})
