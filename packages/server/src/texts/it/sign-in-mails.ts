import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Hai ricevuto questa email perché qualcuno ha richiesto di accedere a ${project} con questo indirizzo.`

const linkExpires = (lifetime: string): string => `Il link scade tra ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Verifica il tuo indirizzo email per ${project}`,
    sentence: 'Verifica che questo indirizzo email è tuo.',
    action: 'Verifica indirizzo email',
    lifetime: linkExpires(linkLifetime),
    reason: `Hai ricevuto questa email perché qualcuno ha inserito questo indirizzo su ${project}. Se non eri tu, puoi ignorare questa email. Non cambia nulla.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Reimposta la tua password per ${project}`,
    sentence: 'Scegli una nuova password per il tuo account.',
    action: 'Scegli una nuova password',
    lifetime: linkExpires(linkLifetime),
    reason: `Hai ricevuto questa email perché qualcuno ha richiesto di reimpostare la password per questo indirizzo su ${project}. Se non eri tu, puoi ignorare questa email. La tua password non cambia.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Il tuo codice per accedere a ${project}`,
    sentence: `Inserisci questo codice nella pagina in cui accedi a ${project} oppure apri il link qui sotto.`,
    action: 'Accedi',
    lifetime: `Usa uno dei due entro ${linkLifetime}. Il codice funziona solo nel browser che lo ha richiesto.`,
    reason: `${becauseRequested(project)} Se non eri tu, puoi ignorare questa email. Per accedere serve il codice o il link. Non condividerli con nessuno.`,
  }),
  noAccount: ({ project }) => ({
    subject: `Nessun account su ${project} ha questo indirizzo`,
    sentence: `Su ${project} non esiste un account con questo indirizzo email e ${project} non accetta nuovi account.`,
    reason: `${becauseRequested(project)} Se eri tu, prova con un altro indirizzo o contatta l’assistenza di ${project}. Altrimenti, puoi ignorare questa email.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Questo indirizzo non può ancora accedere a ${project} via email`,
    sentence: `Questo indirizzo email non può essere usato per accedere a ${project} via email finché non è verificato. Accedi con la password, poi verifica l’indirizzo nelle impostazioni dell’account.`,
    reason: `${becauseRequested(project)} Se non eri tu, puoi ignorare questa email.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `L’accesso via email è disattivato per il tuo account su ${project}`,
    sentence: `L’accesso via email è disattivato per il tuo account su ${project}. Accedi in un altro modo o contatta l’assistenza di ${project}.`,
    reason: `${becauseRequested(project)} Se non eri tu, puoi ignorare questa email.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Hai ricevuto un invito a un team su ${project}`,
    sentence: `Hai ricevuto un invito a entrare nel team “${teamDisplayName}” su ${project}.{{#if inviterName}} L’invito è di “{{ inviterName }}”.{{/if}}{{#if inviterAddress}} L’invito è di {{ inviterAddress }}.{{/if}}`,
    action: 'Vedi invito',
    lifetime: `L’invito scade in data ${expiresAt}. Entri nel team solo dopo aver confermato.`,
    reason: `Hai ricevuto questa email perché qualcuno ha invitato questo indirizzo in un team su ${project}. I nomi tra virgolette sono stati scelti da utenti di ${project}. Se non ti aspetti l’invito, puoi ignorare questa email.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Hai ricevuto un invito a ${project}`,
    sentence: `Hai ricevuto un invito a creare un account su ${project}. Se hai già un account con questo indirizzo, l’invito ti fa accedere.`,
    action: 'Vedi invito',
    lifetime: `L’invito scade in data ${expiresAt}.`,
    reason: `Hai ricevuto questa email perché ${project} ha invitato questo indirizzo. Se non ti aspetti l’invito, puoi ignorare questa email.`,
  }),
}
