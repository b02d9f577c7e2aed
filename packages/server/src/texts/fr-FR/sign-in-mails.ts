import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Vous recevez cet e-mail, car quelqu’un a demandé à se connecter à ${project} avec cette adresse.`

const linkExpires = (lifetime: string): string => `Le lien expire dans ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Vérifiez votre adresse e-mail pour ${project}`,
    sentence: 'Vérifiez que cette adresse e-mail est la vôtre.',
    action: 'Vérifier l’adresse e-mail',
    lifetime: linkExpires(linkLifetime),
    reason: `Vous recevez cet e-mail, car quelqu’un a saisi cette adresse sur ${project}. Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Rien ne change.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Réinitialisez votre mot de passe pour ${project}`,
    sentence: 'Choisissez un nouveau mot de passe pour votre compte.',
    action: 'Choisir un nouveau mot de passe',
    lifetime: linkExpires(linkLifetime),
    reason: `Vous recevez cet e-mail, car quelqu’un a demandé sur ${project} la réinitialisation du mot de passe pour cette adresse. Si ce n’était pas vous, vous pouvez ignorer cet e-mail. Votre mot de passe ne change pas.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Votre code pour vous connecter à ${project}`,
    sentence: `Saisissez ce code sur la page où vous vous connectez à ${project}, ou ouvrez le lien ci-dessous.`,
    action: 'Se connecter',
    lifetime: `Utilisez l’un des deux dans un délai de ${linkLifetime}. Le code fonctionne uniquement dans le navigateur qui l’a demandé.`,
    reason: `${becauseRequested(project)} Si ce n’était pas vous, vous pouvez ignorer cet e-mail. La connexion nécessite le code ou le lien. Ne les communiquez à personne.`,
  }),
  noAccount: ({ project }) => ({
    subject: `Aucun compte ${project} n’a cette adresse`,
    sentence: `Il n’existe pas de compte ${project} avec cette adresse e-mail, et ${project} n’accepte pas de nouveaux comptes.`,
    reason: `${becauseRequested(project)} Si c’était vous, essayez une autre adresse ou contactez l’assistance ${project}. Sinon, vous pouvez ignorer cet e-mail.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Cette adresse ne permet pas encore de se connecter à ${project} par e-mail`,
    sentence: `Cette adresse e-mail ne permet pas de se connecter à ${project} par e-mail tant qu’elle n’est pas vérifiée. Connectez-vous avec votre mot de passe, puis vérifiez l’adresse dans les paramètres de votre compte.`,
    reason: `${becauseRequested(project)} Si ce n’était pas vous, vous pouvez ignorer cet e-mail.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `La connexion par e-mail est désactivée pour votre compte ${project}`,
    sentence: `La connexion par e-mail est désactivée pour votre compte ${project}. Connectez-vous d’une autre façon, ou contactez l’assistance ${project}.`,
    reason: `${becauseRequested(project)} Si ce n’était pas vous, vous pouvez ignorer cet e-mail.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Invitation à rejoindre une équipe sur ${project}`,
    sentence: `Vous êtes invité(e) à rejoindre l’équipe « ${teamDisplayName} » sur ${project}.{{#if inviterName}} L’invitation a été envoyée par « {{ inviterName }} ».{{/if}}{{#if inviterAddress}} L’invitation a été envoyée par {{ inviterAddress }}.{{/if}}`,
    action: 'Voir l’invitation',
    lifetime: `L’invitation expire le ${expiresAt}. Vous ne rejoignez l’équipe qu’après avoir confirmé.`,
    reason: `Vous recevez cet e-mail, car quelqu’un a invité cette adresse dans une équipe sur ${project}. Les noms entre guillemets ont été choisis par des utilisateurs sur ${project}. Si vous n’attendez pas cette invitation, vous pouvez ignorer cet e-mail.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Invitation à ${project}`,
    sentence: `Vous êtes invité(e) à créer un compte sur ${project}. Si vous avez déjà un compte avec cette adresse, l’invitation vous connecte.`,
    action: 'Voir l’invitation',
    lifetime: `L’invitation expire le ${expiresAt}.`,
    reason: `Vous recevez cet e-mail, car ${project} a invité cette adresse. Si vous n’attendez pas cette invitation, vous pouvez ignorer cet e-mail.`,
  }),
}
