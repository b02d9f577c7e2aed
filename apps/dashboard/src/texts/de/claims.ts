import type { ClaimsTexts } from '../en/claims.ts'

export const texts: ClaimsTexts = {
  lead: 'Access-Tokens können Metadaten des Benutzers enthalten, damit Ihre eigenen Dienste keine Anfrage brauchen.',
  claims: 'Claims der Access-Tokens',
  claimsHelp:
    'Einer je Zeile: der Name des Claims und ein Pfad in den Metadaten, zum Beispiel plan = server_metadata.plan. Eine Änderung wirkt, wenn eine Sitzung das nächste Mal erneuert wird, binnen zehn Minuten.',
  lineWrong: (line) =>
    `„${line}“ ist kein Claim. Schreiben Sie einen Namen aus Kleinbuchstaben, Ziffern und „_“, ein Gleichheitszeichen und einen Pfad wie server_metadata.plan.`,
  nameReserved:
    'Der Dienst lehnt einen Namen ab, den Standards oder er selbst verwenden, zum Beispiel sub, role oder groups. Wählen Sie einen anderen.',
  nameTwice: (name) => `„${name}“ kommt zweimal vor.`,
  tooMany: (max) => `Ein Token kann höchstens ${max} Claims haben.`,
  writtenByUsers: 'Diese Claims können Benutzer selbst schreiben. Geben Sie danach keine Rechte: {names}.',
  preview: 'Vorschau',
  previewNote: 'Was ein Token eines Benutzers jetzt enthielte, auch bevor Sie speichern.',
  user: 'Benutzer',
  previewFailed: 'Die Claims können nicht berechnet werden',
  content: 'Claims des Tokens',
  size: (bytes, max) => `${bytes} von ${max} Bytes`,
  omitted: 'Passen nicht hinein und fehlen: {names}.',
}
