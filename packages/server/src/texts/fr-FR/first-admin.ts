import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Premier administrateur · Portico',
  heading: 'Devenir le premier administrateur',
  lead: 'Votre compte sera propriétaire de ce service : de ses paramètres et de tous les projets sans propriétaire.',
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 8 caractères ; l’idéal est une phrase.',
  scriptRequired: 'Cette page nécessite JavaScript pour lire le secret du lien.',
  closed: {
    heading: 'Ce lien est fermé',
    lead: 'Le lien du premier administrateur ne fonctionne qu’une fois. Demandez à un propriétaire de ce service de vous ajouter. Si le service n’a plus de propriétaire, son exploitant peut créer un nouveau lien.',
    dashboard: 'Ouvrir le tableau de bord',
  },
  script: {
    secretMissing: 'Le lien est incomplet : son secret est manquant. Ouvrez le lien complet affiché par la console.',
    showPassword: 'Voir le mot de passe',
    hidePassword: 'Masquer le mot de passe',
    emailMissing: 'Veuillez saisir votre adresse e-mail',
    emailMalformed: 'Veuillez saisir une adresse e-mail valide',
    passwordMissing: 'Veuillez saisir votre mot de passe',
    create: 'Créer un compte',
    creating: 'Création du compte…',
    noResponse: 'Le service n’a pas répondu. Réessayez.',
  },
  invalidLink: 'Ce lien n’est pas valide. Utilisez le dernier lien affiché par le service.',
  closedLink: 'Le lien du premier administrateur est fermé, car le premier administrateur a déjà été créé.',
}
