import type { PartnerAccessTexts } from '../en/partner-access.ts'

export const texts: PartnerAccessTexts = {
  title: 'Zugriff für einen Partner',
  heading: (host) => `${host} Zugriff auf ein Projekt geben?`,
  text: '{host} bittet um einen Admin-Schlüssel für eines Ihrer Projekte.',
  textForProject:
    '{host} bittet um einen Admin-Schlüssel für eines Ihrer Projekte, für das dortige Projekt {external}.',
  rights:
    'Mit diesem Schlüssel kann der Partner alles im Projekt tun: seine Benutzer sehen, Einstellungen ändern und es löschen. Sie können den Schlüssel jederzeit unter „API-Schlüssel“ widerrufen.',
  project: 'Projekt',
  choose: 'Projekt wählen',
  projectMissing: 'Wählen Sie ein Projekt.',
  newProject: 'Neues Projekt',
  name: 'Name des neuen Projekts',
  nameHelp: 'Benutzer sehen ihn auf der Anmeldeseite und in E-Mails.',
  allow: 'Zugriff geben',
  refuse: 'Ablehnen',
  loadFailed: 'Die Anfrage kann nicht geladen werden',
  toProjects: 'Zu Ihren Projekten',
  closed: {
    unknown: {
      title: 'Diese Anfrage wurde nicht gefunden',
      text: 'Die Adresse ist unvollständig oder zu alt. Gehen Sie zurück zum Partner und beginnen Sie erneut.',
    },
    expired: {
      title: 'Diese Anfrage ist abgelaufen',
      text: 'Es hat sich nichts geändert. Gehen Sie zurück zum Partner und beginnen Sie erneut.',
    },
    answered: {
      title: 'Diese Anfrage ist schon beantwortet',
      text: 'Wenn der Partner noch keinen Zugriff hat, gehen Sie zurück zum Partner und beginnen Sie erneut.',
    },
  },
}
