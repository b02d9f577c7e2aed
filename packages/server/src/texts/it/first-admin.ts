import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Primo amministratore · Portico',
  heading: 'Diventa il primo amministratore',
  lead: 'Il tuo account sarà proprietario di questo servizio: delle sue impostazioni e di tutti i progetti senza proprietario.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'Almeno 8 caratteri; l’ideale è una frase.',
  scriptRequired: 'Questa pagina richiede JavaScript per leggere il segreto dal link.',
  closed: {
    heading: 'Questo link è chiuso',
    lead: 'Il link del primo amministratore funziona una sola volta. Chiedi a un proprietario di questo servizio di aggiungerti. Se il servizio non ha più un proprietario, il suo gestore può creare un nuovo link.',
    dashboard: 'Apri la dashboard',
  },
  script: {
    secretMissing: 'Il link è incompleto: manca il segreto. Apri il link completo mostrato dalla console.',
    showPassword: 'Mostra password',
    hidePassword: 'Nascondi password',
    emailMissing: 'Inserisci il tuo indirizzo email',
    emailMalformed: 'Inserisci un indirizzo email valido',
    passwordMissing: 'Inserisci la password',
    create: 'Crea account',
    creating: 'Creazione dell’account…',
    noResponse: 'Il servizio non ha risposto. Riprova.',
  },
  invalidLink: 'Questo link non è valido. Usa il link più recente mostrato dal servizio.',
  closedLink: 'Il link del primo amministratore è chiuso perché il primo amministratore è già stato creato.',
}
