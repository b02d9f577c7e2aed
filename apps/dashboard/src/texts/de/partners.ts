import type { PartnerTexts } from '../en/partners.ts'

export const texts: PartnerTexts = {
  names: { neon: 'Neon', custom: 'einem Partner dieses Dienstes' },
  transfer: {
    title: 'Projekt übernehmen',
    text: 'Das Projekt {project} wurde von {partner} für Sie angelegt.',
    rights:
      'Als Inhaber dürfen Sie darin alles: seine Benutzer sehen, Schlüssel erstellen, Einstellungen ändern und es löschen.',
    key: 'Der Partner behält seinen Admin-Schlüssel, bis Sie ihn unter den API-Schlüsseln widerrufen.',
    account: 'Das Projekt geht an das Konto {account}.',
    confirm: 'Projekt übernehmen',
    switch: 'Anderes Konto verwenden',
    later: 'Jetzt nicht',
    loadFailed: 'Das Projekt kann nicht geladen werden',
    refused: {
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Links zum Übernehmen eines Projekts gelten eine Stunde. Lassen Sie sich dort, wo Sie ihn bekommen haben, einen neuen geben.',
      },
      used: {
        title: 'Dieses Projekt ist schon übernommen',
        text: 'Wenn Sie es übernommen haben, steht es in Ihrer Liste.',
      },
      unknown: {
        title: 'Dieser Link ist nicht gültig',
        text: 'Lassen Sie sich dort, wo Sie ihn bekommen haben, einen neuen geben.',
      },
      attempts: {
        title: 'Dieser Link wurde zu oft versucht',
        text: 'Lassen Sie sich dort, wo Sie ihn bekommen haben, einen neuen geben.',
      },
      incomplete: {
        title: 'Dieser Link ist unvollständig',
        text: 'Öffnen Sie ihn dort, wo Sie ihn bekommen haben, erneut, oder kopieren Sie ihn ganz.',
      },
    },
    toProjects: 'Zu Ihren Projekten',
  },
}
