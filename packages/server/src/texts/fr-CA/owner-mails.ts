import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `Plus de ${count} courriels` : count === 1 ? 'Un courriel' : `${count} courriels`
  const verb = count === 1 && !isMore ? 'n’a pas pu être remis' : 'n’ont pas pu être remis'
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(sans objet)' : `« ${subject} »`} à ${recipient}`,
  )
  return [
    `${number} du projet « ${ownedProject} » ${verb} entre le ${from} et le ${until}.`,
    [...(isMore || count > lines.length ? [`Les derniers (${lines.length}) :`] : []), ...lines].join('\n'),
    'La liste des courriels envoyés, dans le tableau de bord, indique la raison de chaque échec et propose de renvoyer le courriel lorsque cela peut aider.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Propriétaire',
  admin: 'Administration',
  developer: 'Développement',
  support: 'Assistance',
  viewer: 'Lecture seule',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `« ${personName} »`)
  const invited = inviter === '' ? 'On vous invite' : `${inviter} vous invite`
  if (role !== 'owner')
    return `${invited} à rejoindre le projet « ${ownedProject} » sur ${project}. Votre rôle : ${roles[role]}.`
  const leaves = isTransfer
    ? ' La personne qui vous invite cesse d’être propriétaire lorsque vous acceptez l’invitation.'
    : ''
  return `${invited} à devenir propriétaire du projet « ${ownedProject} » sur ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Depuis le ${changedAt}, vous n’avez plus accès au projet « ${ownedProject} ».`
  if (change === 'role_changed')
    return `Votre rôle dans le projet « ${ownedProject} » a changé le ${changedAt}. Nouveau rôle : ${roles[role]}.`
  if (change === 'joined') {
    return `Depuis le ${changedAt}, ${named(person, 'un utilisateur')} a accès au projet « ${ownedProject} ». Rôle : ${roles[role]}.`
  }
  const who = isRecipient ? 'vous' : named(person, 'un utilisateur')
  const is = change === 'added' ? (isRecipient ? 'êtes' : 'est') : isRecipient ? 'n’êtes plus' : 'n’est plus'
  return `Depuis le ${changedAt}, ${who} ${is} propriétaire du projet « ${ownedProject} ».`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Les propriétaires ont accès à tout dans le projet. Si cela n’était pas prévu, supprimez le propriétaire dans les paramètres du projet.'
  }
  return isRecipient && change === 'removed'
    ? ' Si cela n’était pas prévu, communiquez avec un autre propriétaire.'
    : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `« ${personName} »`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('fr-CA')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'le serveur de courriel',
  'config.domains': 'les domaines de confiance',
  'config.allow_localhost': 'la confiance accordée à localhost',
  'config.native_app_redirects_enabled': 'les redirections vers les applications natives',
  'config.oauth_providers': 'les fournisseurs de connexion',
  'config.oidc_providers': 'les émetteurs OpenID Connect',
  'config.old_system': 'l’ancien système du projet',
  'config.recent_sign_in_required': 'l’obligation d’une connexion récente',
  'config.support_can_impersonate': 'la connexion du soutien en tant qu’utilisateur',
  is_production_mode: 'le mode production',
  email_templates: 'les modèles de courriel',
  partner_access: 'l’accès d’un partenaire',
  team_connections: 'les émetteurs OpenID Connect des équipes',
  webhooks: 'les points de terminaison webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Invitation à administrer un projet sur ${details.project}`,
    sentence: invitation(details),
    action: 'Voir l’invitation',
    lifetime: `L’invitation expire le ${details.expiresAt}. Vous n’obtenez l’accès qu’après avoir confirmé.`,
    reason: `Vous recevez ce courriel, car quelqu’un a invité cette adresse à rejoindre un projet sur ${details.project}. Les noms entre guillemets ont été choisis par des utilisateurs. Si vous n’attendez pas cette invitation, vous pouvez ignorer ce courriel.`,
  }),
  ownerChanged: (details) => ({
    subject: `Des rôles ont changé dans un projet sur ${details.project}`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Vous recevez ce courriel, car il concerne votre rôle dans le projet. Les noms entre guillemets ont été choisis par des utilisateurs.'
      : `Vous recevez ce courriel, car vous ${details.isRecipient && details.change === 'removed' ? 'étiez' : 'êtes'} propriétaire du projet. Les noms entre guillemets ont été choisis par des utilisateurs.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `Des paramètres d’un projet sur ${details.project} ont été modifiés`,
    sentence: `${named(details, details.isOwner ? 'Un propriétaire' : 'Un programme disposant de la clé du projet')} a modifié ${list.format(details.fields.map((field) => settings[field] ?? field))} du projet « ${details.ownedProject} » le ${details.changedAt}. Avec ces paramètres, une personne peut obtenir les codes de connexion de vos utilisateurs ou se connecter à leur place. Si vous n’attendez pas cette modification, vérifiez les paramètres du projet, annulez la modification et supprimez le propriétaire ou les clés qui en sont à l’origine.`,
    reason:
      'Vous recevez ce courriel, car vous êtes propriétaire du projet. Les noms entre guillemets ont été choisis par des utilisateurs.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Les hachages des mots de passe d’un projet sur ${details.project} ont été exportés`,
    sentence: `${named(details, details.isOwner ? 'Un propriétaire' : 'Un programme disposant de la clé du projet')} a exporté tous les utilisateurs du projet « ${details.ownedProject} » avec les hachages de leurs mots de passe et les secrets de leurs applications d’authentification le ${details.changedAt}. Avec ce fichier, une personne peut deviner les mots de passe de vos utilisateurs et se connecter à leur place. Si vous n’attendez pas cette exportation, supprimez le propriétaire ou les clés qui en sont à l’origine, et demandez à vos utilisateurs de définir un nouveau mot de passe et de configurer à nouveau leur application d’authentification.`,
    reason:
      'Vous recevez ce courriel, car vous êtes propriétaire du projet. Les noms entre guillemets ont été choisis par des utilisateurs.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Un point de terminaison webhook d’un projet sur ${project} a été désactivé`,
    sentence: `Le ${changedAt}, le point de terminaison webhook « ${endpointHost} » du projet « ${ownedProject} » a été désactivé, car ${cause === 'gone' ? 'il a répondu 410' : 'toutes les livraisons ont échoué pendant cinq jours'}. Les événements survenus depuis sont conservés pendant 30 jours. Activez le point de terminaison dans le tableau de bord, qui propose de les livrer.`,
    reason:
      'Vous recevez ce courriel, car vous êtes propriétaire du projet. Les noms entre guillemets ont été choisis par des utilisateurs.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `Des courriels d’un projet sur ${details.project} n’ont pas pu être remis`,
    sentence: failedMails(details),
    reason:
      'Vous recevez ce courriel, car vous êtes propriétaire du projet. Les textes entre guillemets ont été choisis par des utilisateurs.',
  }),
  test: ({ project }) => ({
    subject: `Courriel de test envoyé par ${project}`,
    sentence: `Le serveur de courriel pour ${project} fonctionne.`,
    reason: `Un administrateur sur ${project} a envoyé ce courriel de test. Vous pouvez l’ignorer.`,
  }),
}
