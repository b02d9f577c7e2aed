import type { EmbedTexts } from '../en/embed.ts'

export const texts: EmbedTexts = {
  title: 'Ihr Zugang ist abgelaufen',
  text: 'Laden Sie die Seite neu, aus der Sie die Webhooks geöffnet haben.',
  unsaved: 'Was Sie nicht gespeichert haben, geht dabei verloren.',
  signInAgain:
    'Für diese Änderung liegt Ihre Anmeldung zu lange zurück. Melden Sie sich erneut an und öffnen Sie dann die Webhooks erneut.',
}
