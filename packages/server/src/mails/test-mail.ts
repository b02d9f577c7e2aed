import type { MailTemplate } from './render-mail.ts'

/** Sent immediately instead of queued, so it has no payload. */
export const testMail: MailTemplate = {
  subject: 'Test email from {{ projectDisplayName }}',
  html: `{% layout 'layout.html' %}
{% block sentence %}The mail server of {{ projectDisplayName }} works.{% endblock %}
{% block reason %}An admin of {{ projectDisplayName }} sent this test email. You can ignore it.{% endblock %}
`,
  text: `{{ projectDisplayName }}

The mail server of {{ projectDisplayName }} works.

An admin of {{ projectDisplayName }} sent this test email. You can ignore it.
`,
}
