import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('fr')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'le mot de passe',
  passkey: 'toutes les clés d’accès',
  authenticator_app: 'l’application d’authentification',
  api_keys: 'toutes les clés API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'la propriété de tous les projets',
  teams_left: 'l’appartenance aux équipes ayant d’autres membres',
  team_members: 'les membres d’équipe que le compte avait invités',
  team_invitations: 'les invitations d’équipe en attente',
  team_api_keys: 'des clés API d’équipes',
  teams: 'le nom, la photo et les paramètres des équipes sans autres membres',
  profile: 'le nom, la photo et les paramètres du profil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'elle remplace une autre adresse du compte',
  primary: 'elle est maintenant l’adresse principale',
  not_primary: 'elle n’est plus l’adresse principale',
  used_for_sign_in: 'elle peut servir à se connecter dès qu’elle est vérifiée',
  not_used_for_sign_in: 'elle ne sert plus à se connecter',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'Une clé API' : `La clé API « ${apiKeyName} »`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'Une clé d’accès' : `La clé d’accès « ${passkeyName} »`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'le compte associé',
    many: 'les comptes associés',
    other: 'les comptes associés',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} chez ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'Cette adresse e-mail' : `L’adresse e-mail ${address} de votre compte`
  const reconnect = disconnectedCount === 0 ? '' : ` Associez-y également à nouveau ${disconnected}.`
  return `${verified} a été vérifiée pour la première fois le ${changedAt}. Auparavant, quelqu’un d’autre aurait pu ajouter des méthodes de connexion ou des clés API. Les éléments suivants ont donc été supprimés : ${parts}. Vous pouvez les configurer à nouveau dans les paramètres de votre compte.${reconnect}`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Une application d’authentification a été ajoutée à votre compte le ${changedAt}. La connexion nécessite maintenant un code de cette application.`,
  authenticator_app_replaced: ({ changedAt }) =>
    `L’application d’authentification de votre compte a été remplacée le ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `L’application d’authentification de votre compte a été supprimée le ${changedAt}. La connexion ne nécessite plus de code de cette application.`,
  authenticator_app_reset: ({ changedAt }) =>
    `Le second facteur de votre compte a été supprimé le ${changedAt}, comme un administrateur l’avait annoncé. La connexion ne le nécessite plus.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `La suppression annoncée du second facteur de votre compte a été annulée le ${changedAt}. La connexion le nécessite toujours.`,
  recovery_codes_created: ({ changedAt }) =>
    `De nouveaux codes de secours ont été créés pour votre compte le ${changedAt}. Chacun remplace une fois un code de votre application d’authentification. Les codes de secours précédents ne fonctionnent plus.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Un code de secours de votre compte a été utilisé le ${changedAt} à la place d’un code de votre application d’authentification. Codes de secours inutilisés : ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} a été ajoutée à votre compte le ${details.changedAt}. Elle peut servir à se connecter.`,
  passkey_removed: (details) =>
    `${passkey(details)} a été supprimée de votre compte le ${details.changedAt}. Elle ne peut plus servir à se connecter.`,
  api_key_created: (details) =>
    `${apiKey(details)} a été créée pour votre compte le ${details.changedAt}. Les programmes qui disposent de la clé peuvent agir en votre nom.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Un compte ${providerName} a été associé à votre compte le ${changedAt}. Il peut servir à se connecter.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `Le compte associé ${providerName} a été dissocié de votre compte le ${changedAt}. Il ne peut plus servir à se connecter.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `L’adresse e-mail ${address} a été supprimée de votre compte le ${changedAt}. La personne à qui appartient cette boîte e-mail a signalé que le compte est celui de quelqu’un d’autre.`,
  address_added: ({ address, changedAt }) =>
    `L’adresse e-mail ${address} a été ajoutée à votre compte le ${changedAt}.`,
  address_updated: (details) =>
    `L’adresse e-mail ${details.address} de votre compte a été modifiée le ${details.changedAt} : ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `L’adresse e-mail ${address} a été supprimée de votre compte le ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `Une clé API de votre compte ${project} a été créée`
  if (change === 'recovery_code_used') return `Un code de secours de votre compte ${project} a été utilisé`
  return change.startsWith('address_')
    ? `Les adresses e-mail de votre compte ${project} ont été modifiées`
    : `Votre façon de vous connecter à ${project} a été modifiée`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'de votre compte' : team === '' ? 'de l’équipe' : `de l’équipe « ${team} »`
  return `${owner} sur ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `Votre mot de passe pour ${project} a été modifié`,
    sentence: `Le mot de passe de votre compte a été modifié le ${changedAt}. Si vous êtes à l’origine de cette modification, vous pouvez ignorer cet e-mail.`,
    reason: `Si vous n’êtes pas à l’origine de cette modification, accédez à ${project}, choisissez « Mot de passe oublié ? » sur la page de connexion et définissez un nouveau mot de passe. Cela met fin à toutes les sessions. Vous recevez cet e-mail, car il s’agit de l’adresse du compte.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Votre adresse e-mail pour ${project} a été modifiée`,
    sentence: `Cette adresse a été supprimée de votre compte le ${changedAt}. Si vous êtes à l’origine de cette modification, vous pouvez ignorer cet e-mail.`,
    reason: `Si vous n’êtes pas à l’origine de cette modification, contactez immédiatement l’assistance ${project}. Elle peut voir qui a effectué la modification. Vous recevez cet e-mail, car il s’agissait de l’adresse du compte.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Votre adresse e-mail a été ajoutée à un compte ${project}`,
    sentence: `Cette adresse a été ajoutée à un compte ${project} le ${changedAt}. Le compte ne peut pas s’en servir pour se connecter tant que vous ne l’avez pas vérifiée.`,
    reason: `Vous recevez cet e-mail, car quelqu’un a saisi cette adresse dans les paramètres de son compte ${project}. Si ce n’était pas vous, vous pouvez ignorer cet e-mail. N’ouvrez alors aucun lien de vérification de cette adresse.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Si vous êtes à l’origine de cette modification, vous pouvez ignorer cet e-mail.'}`,
    reason: `Si vous n’êtes pas à l’origine de cette modification, accédez à ${details.project}, annulez-la dans les paramètres de votre compte et terminez les sessions que vous ne reconnaissez pas. Si vous ne pouvez plus vous connecter, contactez l’assistance ${details.project}. Vous recevez cet e-mail, car il s’agit de l’adresse du compte.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Connexion à ${project} sur un nouvel appareil`,
    sentence: `Votre compte a été utilisé pour une connexion le ${signedInAt}, sur un appareil sur lequel vous ne vous étiez encore jamais connecté.${device && ` Appareil : ${device}.`}${place && ` Lieu : ${place}.`} Si c’était vous, vous pouvez ignorer cet e-mail.`,
    action: 'Ce n’était pas moi',
    lifetime: `Le lien expire le ${expiresAt}.`,
    reason: hasLink
      ? 'Si ce n’était pas vous, choisissez « Ce n’était pas moi ». Cela met fin à la session et, si votre compte peut avoir un mot de passe, vous recevez un e-mail pour en choisir un nouveau. Vous recevez cet e-mail, car il s’agit de l’adresse du compte.'
      : `Si ce n’était pas vous, accédez à ${project}, mettez fin à la session que vous ne reconnaissez pas dans les paramètres de votre compte et modifiez votre façon de vous connecter. Si vous avez un mot de passe, choisissez « Mot de passe oublié ? » sur la page de connexion et définissez-en un nouveau. Cela met fin à toutes les sessions. Vous recevez cet e-mail, car il s’agit de l’adresse du compte.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Votre second facteur pour ${project} va être supprimé`,
    sentence: `Un administrateur de ${project} a annoncé que le second facteur de votre compte (application d’authentification, codes de secours, clés d’accès) sera supprimé le ${takesEffectAt}. Ensuite, la connexion ne le nécessitera plus.`,
    action: 'Annuler la suppression',
    lifetime: `Vous pouvez l’annuler jusqu’au ${takesEffectAt}.`,
    reason:
      'Si vous l’avez demandé parce que vous avez perdu votre second facteur, vous pouvez ignorer cet e-mail. Sinon, annulez immédiatement la suppression. Vous recevez cet e-mail, car il s’agit d’une adresse vérifiée du compte.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configurez un second facteur pour votre compte ${project}`,
    sentence: `À partir du ${dueAt}, votre compte ${project} nécessitera un second facteur (une application d’authentification ou une clé d’accès). Configurez-le avant cette date dans les paramètres du compte. Ensuite, vous ne pourrez utiliser votre compte qu’après l’avoir configuré.`,
    reason: `Vous recevez cet e-mail, car quelqu’un s’est connecté à votre compte ${project}. Si ce n’était pas vous, changez votre mot de passe.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `Votre inscription à ${project} a été approuvée`,
    sentence: `Votre inscription à ${project} a été approuvée. Vous pouvez maintenant utiliser votre compte.`,
    action: 'Se connecter',
    reason: `Vous recevez cet e-mail, car quelqu’un s’est inscrit à ${project} avec cette adresse. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `Votre inscription à ${project} a été refusée`,
    sentence: `Votre inscription à ${project} a été refusée et votre compte a été supprimé.`,
    reason: `Vous recevez cet e-mail, car quelqu’un s’est inscrit à ${project} avec cette adresse. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Une clé API pour ${details.project} a été trouvée en accès public et révoquée`,
    sentence: `Une clé API ${ownerOfKey(details)} a été trouvée en accès public${details.description === '' ? '' : ` : « ${details.description} »`}. Elle a été révoquée le ${details.revokedAt}. Les programmes qui utilisent la clé n’ont plus accès. Créez une nouvelle clé pour eux et supprimez l’ancienne de l’endroit où elle a été publiée. Vérifiez ce qui a été fait avec la clé auparavant.`,
    reason: `Vous recevez cet e-mail, car ${details.ownerType === 'team' ? 'vous pouvez gérer les clés API de l’équipe' : 'il s’agit de l’adresse du compte'}. Les noms entre guillemets ont été choisis par des utilisateurs sur ${details.project}.`,
  }),
}
