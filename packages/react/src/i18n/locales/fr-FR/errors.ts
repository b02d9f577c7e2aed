import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('fr-FR', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `La ${name} du projet « ${details.project_id} »`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} a été révoquée le ${day(details.revoked_at_millis)}. Utilisez-en une autre.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} a expiré le ${day(details.expired_at_millis)}. Créez-en une nouvelle.`
  }
  return `La ${name} n’est pas valide pour le projet « ${details.project_id} ». Vérifiez la clé et l’ID du projet.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `Le service a répondu par l’erreur ${originalErrorCode}, que cette version ne connaît pas. Veuillez mettre à jour votre version du SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'La requête contient une clé de projet, mais pas d’en-tête X-Stack-Access-Type. Envoyez client, server ou admin avec la clé.',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `La valeur de X-Stack-Access-Type est « ${accessType} ». Elle doit être client, server ou admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Une requête de type d’accès ${request_type} doit indiquer son projet dans l’en-tête X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED:
    'Ce point de terminaison nécessite l’en-tête X-Stack-Access-Type avec la clé de projet correspondante.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Ce point de terminaison n’est pas accessible au type d’accès ${actual_access_type}. Types acceptés : ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('clé client publiable', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('clé serveur secrète', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('clé admin super secrète', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'Le jeton d’accès admin est illisible.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'Le jeton d’accès admin a expiré. Actualisez-le et réessayez.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'Le projet de ce jeton d’accès admin n’existe plus.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'L’utilisateur de ce jeton d’accès admin n’est pas propriétaire du projet.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'La clé client publiable est manquante. Envoyez-la dans l’en-tête X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED:
    'La clé serveur secrète est manquante. Envoyez-la dans l’en-tête X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'La requête doit contenir une clé client publiable ou une clé serveur secrète.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La requête doit contenir une clé client publiable ou une clé admin super secrète.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La requête doit contenir une clé client publiable, une clé serveur secrète ou une clé admin super secrète.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'La clé admin super secrète est manquante. Envoyez-la dans l’en-tête X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Ce point de terminaison existe uniquement dans le projet « internal ».',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'Le jeton d’accès est illisible.',
  ACCESS_TOKEN_EXPIRED: 'Le jeton d’accès a expiré. Actualisez-le et réessayez.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `Le jeton d’accès appartient au projet « ${actual_project_id} », mais la requête indique le projet « ${expected_project_id} ».`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'Cette session n’existe pas ou a pris fin. Veuillez vous connecter à nouveau.',
  CANNOT_DELETE_CURRENT_SESSION: 'La session actuelle ne peut pas être supprimée. Déconnectez-vous plutôt.',
  PROVIDER_REJECTED: 'Le fournisseur de connexion a mis fin à sa session. Veuillez vous connecter à nouveau.',
  USER_AUTHENTICATION_REQUIRED: 'Vous devez vous connecter pour cela.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Pour modifier ceci, reconnectez-vous. Votre dernière connexion remonte à plus de ${Math.round(max_age_millis / 60_000)} min.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `Votre rôle dans ce projet (${role}) ne le permet pas : il lui manque le droit ${right}. Adressez-vous à un propriétaire du projet.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'La requête indique « me », mais aucun utilisateur n’est connecté. Envoyez le jeton d’accès d’un utilisateur.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Configurez un second facteur pour utiliser votre compte.'
      : type === 'waiting'
        ? 'Votre inscription est en attente d’approbation.'
        : type === 'email_not_verified'
          ? 'Vérifiez votre adresse e-mail pour utiliser votre compte.'
          : `Votre compte est suspendu${until ? ` jusqu’au ${new Date(until).toLocaleString('fr-FR', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` Motif : ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'L’adresse e-mail doit d’abord être vérifiée. Demandez un e-mail de vérification et ouvrez son lien dans le navigateur où vous avez ouvert votre session.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `Aucun utilisateur n’a l’ID « ${user_id} ».`,
  USER_NOT_FOUND: 'L’utilisateur est introuvable.',
  PROJECT_NOT_FOUND: ({ project_id }) => `Le projet « ${project_id} » est introuvable.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'Le modèle a été modifié depuis que vous l’avez lu. Rien n’a été enregistré. Lisez à nouveau le modèle.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'Le projet envoie ses e-mails par le serveur partagé, qui n’envoie pas d’e-mails rédigés par un projet. Configurez d’abord un serveur de messagerie pour le projet.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Ces paramètres du projet ont été modifiés depuis que vous les avez lus : ${conflicts.map(({ path }) => path).join(', ')}. Rien n’a été enregistré. Lisez à nouveau le projet.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `La branche « ${branch_id} » n’existe pas. La seule branche est « main ».`,
  SIGN_UP_REJECTED:
    'L’inscription a été refusée. Essayez une autre adresse e-mail ou une autre façon de vous inscrire, ou contactez l’assistance de cette application.',
  BOT_CHALLENGE_REQUIRED: 'Veuillez confirmer que vous n’êtes pas un robot.',
  BOT_CHALLENGE_FAILED: 'Impossible de confirmer que vous n’êtes pas un robot. Réessayez dans un instant.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'La connexion par clé d’accès n’est pas activée pour ce projet.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Les utilisateurs anonymes ne sont pas activés pour ce projet.',
  REDIRECT_URL_NOT_WHITELISTED:
    'L’URL de redirection ne figure pas dans la liste des domaines de confiance. Ajoutez son domaine dans les paramètres du projet, ou autorisez localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Cet utilisateur n’a pas de mot de passe.',
  PASSWORD_CONFIRMATION_MISMATCH: 'Les mots de passe ne correspondent pas.',
  EMAIL_ALREADY_VERIFIED: 'L’adresse e-mail est déjà vérifiée.',
  EMAIL_NOT_ASSOCIATED_WITH_USER:
    'L’adresse e-mail n’appartient à aucun utilisateur qui pourrait s’en servir pour se connecter.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} n’est pas l’adresse e-mail principale de l’utilisateur.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Ce code n’existe pas. Vérifiez-le ou demandez-en un nouveau.',
  VERIFICATION_CODE_EXPIRED: 'Ce code a expiré. Veuillez en demander un nouveau.',
  VERIFICATION_CODE_ALREADY_USED: 'Ce code a déjà été utilisé.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Ce code a été essayé trop de fois. Veuillez en demander un nouveau.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'La clé d’accès n’a pas pu être ajoutée.',
  PASSKEY_WEBAUTHN_ERROR: 'La clé d’accès n’a pas pu être utilisée.',
  PASSKEY_AUTHENTICATION_FAILED: 'La clé d’accès n’a pas été acceptée.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Un second facteur est nécessaire pour se connecter.',
  INVALID_RECOVERY_CODE: 'Le code de secours est incorrect ou a déjà été utilisé. Utilisez-en un autre.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'Il n’y a pas d’application d’authentification. Configurez-en d’abord une.',
  INVALID_POLLING_CODE: 'Ce code d’interrogation n’existe pas.',
  CLI_AUTH_ERROR: 'La connexion de la ligne de commande a échoué.',
  CLI_AUTH_EXPIRED_ERROR: 'La demande de connexion de la ligne de commande a expiré. Veuillez réessayer.',
  CLI_AUTH_USED_ERROR: 'Ce jeton de connexion a déjà été utilisé.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'L’utilisateur n’a associé aucun compte de ce fournisseur.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER:
    'Ce compte du fournisseur est déjà associé à un autre utilisateur.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'Le compte associé n’accorde pas le scope requis.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Les scopes supplémentaires nécessitent vos propres clés OAuth. Les clés partagées ne les permettent pas.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Les jetons d’accès d’un fournisseur nécessitent vos propres clés OAuth. Les clés partagées ne les permettent pas.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'L’ID client ou le secret OAuth n’est pas valide. L’ID client est l’ID du projet, le secret une clé client publiable.',
  INVALID_SCOPE: ({ scope }) => `Le scope « ${scope} » n’est pas valide. Le seul scope est « legacy ».`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Vous avez déjà associé un autre compte de ce fournisseur.',
  OUTER_OAUTH_TIMEOUT: 'La connexion chez le fournisseur a pris trop de temps. Veuillez vous connecter à nouveau.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Ce fournisseur n’est pas activé pour le projet.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `Il n’existe pas de clés partagées pour le fournisseur « ${provider_id} ».`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `Le fournisseur « ${provider_id} » n’existe pas.`,
  INVALID_AUTHORIZATION_CODE: 'Le code d’autorisation n’est pas valide ou a expiré.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'Le fournisseur ne répond pas pour le moment. Veuillez réessayer plus tard.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'L’accès a été refusé chez le fournisseur.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Un autre compte se connecte déjà avec cette adresse e-mail. Pour utiliser un fournisseur, connectez-vous d’abord à ce compte avec son mot de passe ou un lien reçu par e-mail. Associez ensuite le fournisseur dans les paramètres de ce compte.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `L’autorisation « ${permission_id} » est introuvable.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `« ${permission_id} » n’est pas une autorisation ${expected_scope === 'team' ? 'd’équipe' : 'de projet'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `L’autorisation « ${permission_id} » ne peut pas être incluse, car elle n’existe pas.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `L’ID d’autorisation « ${permission_id} » est déjà pris.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `L’utilisateur ${user_id} a besoin de l’autorisation de projet « ${permission_id} ».`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `L’utilisateur ${user_id} a besoin de l’autorisation « ${permission_id} » dans l’équipe ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `L’utilisateur ${user_id} n’a pas l’autorisation « ${permission_id} » dans l’équipe ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `L’équipe ${team_id} est introuvable.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `L’équipe ${team_id} existe déjà.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Nombre maximal d’équipes qu’un utilisateur peut créer : ${max_teams}. Supprimez une équipe dont vous n’avez plus besoin.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) =>
    `L’utilisateur ${user_id} n’est pas membre de l’équipe ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'L’utilisateur est déjà membre de l’équipe.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'Créez un compte ou connectez-vous avant d’accepter l’invitation.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Ce modèle d’e-mail est déjà personnalisé.',
  API_KEY_EXPIRED: 'La clé API a expiré.',
  API_KEY_REVOKED: 'La clé API a été révoquée.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Cette clé API est de type ${actual_type}. Ce point de terminaison attend le type ${expected_type}.`,
  API_KEY_NOT_FOUND: 'La clé API est introuvable.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED:
    'Une clé API publique ne peut pas être révoquée par l’outil de détection des secrets.',
}
