import type { BotCheckTexts } from '../en/bot-check.ts'

export const texts: BotCheckTexts = {
  title: 'Bot-Prüfung',
  kind: 'Vor der Registrierung, der Anmeldung mit Passwort und E-Mails mit einem Code oder einem Link zum Zurücksetzen',
  kinds: {
    none: { label: 'Keine Prüfung', note: 'Die Ratenbegrenzung gilt in jedem Fall.' },
    proof_of_work: {
      label: 'Rechenaufgabe',
      note: 'Der Browser löst eine Aufgabe, die einen Augenblick dauert, nach fehlgeschlagenen Versuchen länger. Niemand muss etwas tun, und kein anderes Unternehmen ist beteiligt.',
    },
    turnstile: {
      label: 'Turnstile',
      note: 'Cloudflare prüft Ihre Besucher mit den Schlüsseln Ihres Kontos. Wenn Ihre Seiten eine Content-Security-Policy haben, ergänzen Sie https://challenges.cloudflare.com in script-src und frame-src.',
    },
  },
  siteKey: 'Websiteschlüssel',
  secretKey: 'Geheimer Schlüssel',
  secretStored: 'Lassen Sie das Feld leer, um den gespeicherten Schlüssel zu behalten.',
  showSecret: 'Geheimen Schlüssel anzeigen',
  hideSecret: 'Geheimen Schlüssel verbergen',
}
