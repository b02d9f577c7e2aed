import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('fr')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('fr-CA', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('fr-CA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'L’ID client ou le secret OAuth n’est pas valide. L’ID client est l’ID du projet, le secret une clé client publiable.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `La clé client publiable du projet « ${project_id} »`
      if (revoked_at_millis !== undefined) {
        return `${key} a été révoquée le ${day(revoked_at_millis)}. Utilisez-en une autre.`
      }
      return expired_at_millis === undefined
        ? `La clé client publiable n’est pas valide pour le projet « ${project_id} ». Vérifiez la clé et l’ID du projet.`
        : `${key} a expiré le ${day(expired_at_millis)}. Créez-en une nouvelle.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Ce fournisseur n’est pas activé pour le projet.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'L’URL de redirection ne figure pas dans la liste des domaines de confiance. Ajoutez son domaine dans les paramètres du projet, ou autorisez localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'Le jeton d’accès est illisible.',
    ACCESS_TOKEN_EXPIRED: () => 'Le jeton d’accès a expiré. Actualisez-le et réessayez.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Les portées supplémentaires nécessitent vos propres clés OAuth. Les clés partagées ne les permettent pas.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Pour modifier ceci, reconnectez-vous. Votre dernière connexion remonte à plus de ${Math.round(max_age_millis / 60_000)} min.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Ce code n’existe pas. Vérifiez-le ou demandez-en un nouveau.',
    VERIFICATION_CODE_EXPIRED: () => 'Ce code a expiré. Veuillez en demander un nouveau.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Ce code a déjà été utilisé.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'Ce code a été essayé trop de fois. Veuillez en demander un nouveau.',
    OUTER_OAUTH_TIMEOUT: () =>
      'La connexion chez le fournisseur a pris trop de temps. Veuillez vous connecter de nouveau.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'L’accès a été refusé chez le fournisseur.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () =>
      'Le fournisseur ne répond pas pour le moment. Veuillez réessayer plus tard.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () =>
      'Vous avez déjà associé un autre compte de ce fournisseur.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Ce compte du fournisseur est déjà associé à un autre utilisateur.',
    SIGN_UP_NOT_ENABLED: () => 'L’inscription de nouveaux utilisateurs n’est pas activée pour le moment.',
    SIGN_UP_REJECTED: () =>
      'L’inscription a été refusée. Essayez une autre adresse courriel ou une autre façon de vous inscrire, ou communiquez avec l’assistance de cette application.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Un autre compte se connecte déjà avec cette adresse courriel. Pour utiliser un fournisseur, connectez-vous d’abord à ce compte avec son mot de passe ou un lien reçu par courriel. Associez ensuite le fournisseur dans les paramètres de ce compte.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Configurez un second facteur pour utiliser votre compte.'
        : type === 'waiting'
          ? 'Votre inscription est en attente d’approbation.'
          : type === 'email_not_verified'
            ? 'Vérifiez votre adresse courriel pour utiliser votre compte.'
            : `Votre compte est suspendu${until ? ` jusqu’au ${moment(until)}` : ''}.${reason ? ` Raison : ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Trop de tentatives. Veuillez réessayer dans un instant.'
        : `Trop de tentatives. Veuillez réessayer dans ${seconds} ${plural(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `Le mot de passe est trop court. Longueur minimale : ${min_length}.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `Le mot de passe est trop long. Longueur maximale : ${maxLength}.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Un utilisateur avec cette adresse courriel existe déjà.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} a rejeté la configuration de cette application (${reason ?? 'erreur inconnue'}). Communiquez avec l’exploitant de l’application.`,
    misconfigured: (provider) =>
      `La connexion avec ${provider} n’est pas configurée correctement. Communiquez avec l’exploitant de l’application.`,
    noAddress: (provider) =>
      `${provider} n’a transmis aucune adresse courriel pour ce compte. Autorisez ${provider} à la partager, ou utilisez une autre méthode de connexion.`,
    noAnswer: (provider) => `${provider} ne répond pas pour le moment. Veuillez réessayer dans quelque temps.`,
    notVerified: (provider) =>
      `${provider} a envoyé une réponse qui n’a pas pu être vérifiée. Veuillez vous connecter de nouveau.`,
    signInExpired: (provider) => `La connexion chez ${provider} a expiré. Veuillez vous connecter de nouveau.`,
  },
  signInNotFound:
    'Cette connexion est introuvable. Elle est déjà terminée, ou elle a été commencée dans un autre navigateur. Veuillez vous connecter de nouveau.',
  overloaded: 'Le service est surchargé. Réessayez dans un moment.',
  unavailable: 'Le service est indisponible. Réessayez dans un moment.',
  unexpected: (requestId) => `Erreur interne du serveur. Signalez-la avec l’ID de requête ${requestId}.`,
}
