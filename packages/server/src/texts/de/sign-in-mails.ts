import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse bei ${project} anmelden wollte.`

const linkExpires = (lifetime: string): string => `Der Link läuft in ${lifetime} ab.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${project}`,
    sentence: 'Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
    action: 'E-Mail-Adresse bestätigen',
    lifetime: linkExpires(linkLifetime),
    reason: `Sie erhalten diese E-Mail, weil jemand diese Adresse bei ${project} eingegeben hat. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Es ändert sich nichts.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Setzen Sie Ihr Passwort für ${project} zurück`,
    sentence: 'Wählen Sie ein neues Passwort für Ihr Konto.',
    action: 'Neues Passwort wählen',
    lifetime: linkExpires(linkLifetime),
    reason: `Sie erhalten diese E-Mail, weil jemand bei ${project} für diese Adresse das Zurücksetzen des Passworts angefordert hat. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort ändert sich nicht.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Ihr Code für die Anmeldung bei ${project}`,
    sentence: `Geben Sie diesen Code auf der Seite ein, auf der Sie sich bei ${project} anmelden, oder öffnen Sie den Link darunter.`,
    action: 'Anmelden',
    lifetime: `Verwenden Sie eines von beiden innerhalb von ${linkLifetime}. Der Code funktioniert nur in dem Browser, der ihn angefordert hat.`,
    reason: `${becauseRequested(project)} Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Für die Anmeldung ist der Code oder der Link nötig. Geben Sie beide an niemanden weiter.`,
  }),
  noAccount: ({ project }) => ({
    subject: `Bei ${project} gibt es kein Konto mit dieser Adresse`,
    sentence: `Bei ${project} gibt es kein Konto mit dieser E-Mail-Adresse, und ${project} nimmt keine neuen Konten an.`,
    reason: `${becauseRequested(project)} Wenn Sie das waren, versuchen Sie es mit einer anderen Adresse oder wenden Sie sich an den Support von ${project}. Wenn nicht, können Sie diese E-Mail ignorieren.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Mit dieser Adresse ist die Anmeldung per E-Mail bei ${project} noch nicht möglich`,
    sentence: `Mit dieser E-Mail-Adresse ist die Anmeldung per E-Mail bei ${project} erst möglich, wenn die Adresse bestätigt ist. Melden Sie sich mit Ihrem Passwort an und bestätigen Sie dann die Adresse in Ihren Kontoeinstellungen.`,
    reason: `${becauseRequested(project)} Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `Für Ihr Konto bei ${project} ist die Anmeldung per E-Mail ausgeschaltet`,
    sentence: `Für Ihr Konto bei ${project} ist die Anmeldung per E-Mail ausgeschaltet. Melden Sie sich auf andere Weise an oder wenden Sie sich an den Support von ${project}.`,
    reason: `${becauseRequested(project)} Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Sie sind in ein Team bei ${project} eingeladen`,
    sentence: `Sie sind eingeladen, dem Team „${teamDisplayName}“ bei ${project} beizutreten.{{#if inviterName}} Die Einladung kommt von „{{ inviterName }}“.{{/if}}{{#if inviterAddress}} Die Einladung kommt von {{ inviterAddress }}.{{/if}}`,
    action: 'Einladung ansehen',
    lifetime: `Die Einladung läuft am ${expiresAt} ab. Sie treten dem Team erst bei, wenn Sie bestätigen.`,
    reason: `Sie erhalten diese E-Mail, weil jemand diese Adresse in ein Team bei ${project} eingeladen hat. Die Namen in Anführungszeichen haben Benutzer von ${project} gewählt. Wenn Sie die Einladung nicht erwarten, können Sie diese E-Mail ignorieren.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Sie sind zu ${project} eingeladen`,
    sentence: `Sie sind eingeladen, ein Konto bei ${project} zu erstellen. Wenn Sie mit dieser Adresse schon ein Konto haben, melden Sie sich mit der Einladung an.`,
    action: 'Einladung ansehen',
    lifetime: `Die Einladung läuft am ${expiresAt} ab.`,
    reason: `Sie erhalten diese E-Mail, weil ${project} diese Adresse eingeladen hat. Wenn Sie die Einladung nicht erwarten, können Sie diese E-Mail ignorieren.`,
  }),
}
