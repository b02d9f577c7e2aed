import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Erster Admin · Portico',
  heading: 'Erster Admin werden',
  lead: 'Ihrem Konto gehört dann dieser Dienst: seine Einstellungen und alle Projekte ohne Inhaber.',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen; am besten ein Satz.',
  scriptRequired: 'Diese Seite braucht JavaScript, um das Geheimnis aus dem Link zu lesen.',
  closed: {
    heading: 'Dieser Link ist geschlossen',
    lead: 'Der Link für den ersten Admin gilt nur einmal. Bitten Sie einen Inhaber dieses Dienstes, Sie hinzuzufügen. Hat der Dienst keinen Inhaber mehr, kann sein Betreiber einen neuen Link erstellen.',
    dashboard: 'Dashboard öffnen',
  },
  script: {
    secretMissing:
      'Der Link ist unvollständig: Sein Geheimnis fehlt. Öffnen Sie den vollständigen Link, den die Konsole anzeigt.',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
    emailMalformed: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    passwordMissing: 'Bitte geben Sie Ihr Passwort ein',
    create: 'Konto erstellen',
    creating: 'Konto wird erstellt…',
    noResponse: 'Der Dienst hat nicht geantwortet. Versuchen Sie es erneut.',
  },
  invalidLink: 'Dieser Link ist ungültig. Verwenden Sie den neuesten Link, den der Dienst ausgegeben hat.',
  closedLink: 'Der Link für den ersten Admin ist geschlossen, weil der erste Admin schon erstellt wurde.',
}
