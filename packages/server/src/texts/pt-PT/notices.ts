import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('pt')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'a palavra-passe',
  passkey: 'todas as chaves de acesso',
  authenticator_app: 'a app de autenticação',
  api_keys: 'todas as chaves de API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'a propriedade de todos os projetos',
  teams_left: 'a participação em equipas com outros membros',
  team_members: 'membros de equipas que a conta tinha convidado',
  team_invitations: 'convites pendentes para equipas',
  team_api_keys: 'chaves de API de equipas',
  teams: 'o nome, a imagem e as definições de equipas sem outros membros',
  profile: 'o nome, a fotografia e as definições do perfil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'substitui outro endereço da conta',
  primary: 'é agora o endereço principal',
  not_primary: 'já não é o endereço principal',
  used_for_sign_in: 'pode ser utilizado para iniciar sessão depois de verificado',
  not_used_for_sign_in: 'já não é utilizado para iniciar sessão',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'Uma chave de API' : `A chave de API «${apiKeyName}»`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'Uma chave de acesso' : `A chave de acesso «${passkeyName}»`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'a conta associada',
    many: 'as contas associadas',
    other: 'as contas associadas',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} em ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'Este endereço de e-mail' : `O endereço de e-mail ${address} da sua conta`
  const reconnect = disconnectedCount === 0 ? '' : ` e voltar a associar ${disconnected} aí`
  return `${verified} foi verificado pela primeira vez em ${changedAt}. Antes disso, outra pessoa poderia ter adicionado métodos de início de sessão ou chaves de API. Por isso, foram removidos estes elementos: ${parts}. Pode voltar a configurá-los nas definições da conta${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Foi adicionada uma app de autenticação à sua conta em ${changedAt}. Para iniciar sessão, é agora necessário um código dessa app.`,
  authenticator_app_replaced: ({ changedAt }) => `A app de autenticação da sua conta foi substituída em ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `A app de autenticação da sua conta foi removida em ${changedAt}. Para iniciar sessão, já não é necessário um código dessa app.`,
  authenticator_app_reset: ({ changedAt }) =>
    `O segundo fator da sua conta foi removido em ${changedAt}, como um administrador tinha anunciado. Já não é necessário para iniciar sessão.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `A remoção anunciada do segundo fator da sua conta foi cancelada em ${changedAt}. Continua a ser necessário para iniciar sessão.`,
  recovery_codes_created: ({ changedAt }) =>
    `Foram criados novos códigos de recuperação para a sua conta em ${changedAt}. Cada um substitui uma vez um código da sua app de autenticação. Os códigos de recuperação anteriores já não funcionam.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Um código de recuperação da sua conta foi usado em ${changedAt} em vez de um código da sua app de autenticação. Códigos de recuperação por usar: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} foi adicionada à sua conta em ${details.changedAt}. Pode ser utilizada para iniciar sessão.`,
  passkey_removed: (details) =>
    `${passkey(details)} foi removida da sua conta em ${details.changedAt}. Já não pode ser utilizada para iniciar sessão.`,
  api_key_created: (details) =>
    `${apiKey(details)} foi criada para a sua conta em ${details.changedAt}. Os programas que têm a chave podem agir em seu nome.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Uma conta em ${providerName} foi associada à sua conta em ${changedAt}. Pode ser utilizada para iniciar sessão.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `A conta associada em ${providerName} foi desassociada da sua conta em ${changedAt}. Já não pode ser utilizada para iniciar sessão.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `O endereço de e-mail ${address} foi removido da sua conta em ${changedAt}. A pessoa a quem pertence essa caixa de correio comunicou que a conta é de outra pessoa.`,
  address_added: ({ address, changedAt }) =>
    `O endereço de e-mail ${address} foi adicionado à sua conta em ${changedAt}.`,
  address_updated: (details) =>
    `O endereço de e-mail ${details.address} da sua conta foi alterado em ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `O endereço de e-mail ${address} foi removido da sua conta em ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `Uma chave de API da sua conta em ${project} foi criada`
  if (change === 'recovery_code_used') return `Um código de recuperação da sua conta em ${project} foi usado`
  return change.startsWith('address_')
    ? `Os endereços de e-mail da sua conta em ${project} foram alterados`
    : `A forma como inicia sessão em ${project} foi alterada`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'da sua conta' : team === '' ? 'da equipa' : `da equipa «${team}»`
  return `${owner} em ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `A sua palavra-passe de ${project} foi alterada`,
    sentence: `A palavra-passe da sua conta foi alterada em ${changedAt}. Se fez esta alteração, pode ignorar este e-mail.`,
    reason: `Se não fez esta alteração, aceda a ${project}, escolha «Esqueceu a palavra-passe?» na página de início de sessão e defina uma nova palavra-passe. Isto termina todas as sessões. Recebeu este e-mail porque este é o endereço da conta.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `O seu endereço de e-mail de ${project} foi alterado`,
    sentence: `Este endereço foi removido da sua conta em ${changedAt}. Se fez esta alteração, pode ignorar este e-mail.`,
    reason: `Se não fez esta alteração, contacte imediatamente o apoio técnico de ${project}. O apoio técnico pode ver quem a fez. Recebeu este e-mail porque este era o endereço da conta.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `O seu endereço de e-mail foi adicionado a uma conta em ${project}`,
    sentence: `Este endereço foi adicionado a uma conta em ${project} em ${changedAt}. A conta não o pode utilizar para iniciar sessão até o endereço ser verificado por si.`,
    reason: `Recebeu este e-mail porque alguém introduziu este endereço nas definições da respetiva conta em ${project}. Se não o introduziu, pode ignorar este e-mail, mas não abra nenhum link de verificação deste endereço.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Se fez esta alteração, pode ignorar este e-mail.'}`,
    reason: `Se não fez esta alteração, aceda a ${details.project}, desfaça-a nas definições da conta e termine as sessões que não reconhece. Se já não conseguir iniciar sessão, contacte o apoio técnico de ${details.project}. Recebeu este e-mail porque este é o endereço da conta.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Início de sessão em ${project} num novo dispositivo`,
    sentence: `A sua conta foi utilizada para iniciar sessão em ${signedInAt}, num dispositivo no qual ainda não tinha iniciado sessão.${device && ` Dispositivo: ${device}.`}${place && ` Local: ${place}.`} Se foi você, pode ignorar este e-mail.`,
    action: 'Não fui eu',
    lifetime: `O link expira em ${expiresAt}.`,
    reason: hasLink
      ? 'Se não foi você, escolha «Não fui eu». Isto termina a sessão e, se a sua conta puder ter uma palavra-passe, receberá um e-mail para escolher uma nova. Recebeu este e-mail porque este é o endereço da conta.'
      : `Se não foi você, aceda a ${project}, termine nas definições da sua conta a sessão que não reconhece e altere a forma como inicia sessão. Se tem uma palavra-passe, escolha «Esqueceu a palavra-passe?» na página de início de sessão e defina uma nova. Isto termina todas as sessões. Recebeu este e-mail porque este é o endereço da conta.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `O seu segundo fator em ${project} será removido`,
    sentence: `Um administrador de ${project} anunciou que o segundo fator da sua conta (app de autenticação, códigos de recuperação, chaves de acesso) será removido em ${takesEffectAt}. Depois disso, já não será necessário para iniciar sessão.`,
    action: 'Cancelar a remoção',
    lifetime: `Pode cancelar até ${takesEffectAt}.`,
    reason:
      'Se o pediu porque perdeu o seu segundo fator, pode ignorar este e-mail. Caso contrário, cancele a remoção de imediato. Recebeu este e-mail porque este é um endereço verificado da conta.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configure um segundo fator para a sua conta em ${project}`,
    sentence: `A partir de ${dueAt}, a sua conta em ${project} precisará de um segundo fator (uma app de autenticação ou uma chave de acesso). Configure-o antes disso nas definições da conta. Depois, só poderá utilizar a sua conta quando o tiver configurado.`,
    reason: `Recebeu este e-mail porque alguém iniciou sessão na sua conta em ${project}. Se não foi você, altere a sua palavra-passe.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `O seu registo em ${project} foi aprovado`,
    sentence: `O seu registo em ${project} foi aprovado. Já pode utilizar a sua conta.`,
    action: 'Iniciar sessão',
    reason: `Recebeu este e-mail porque alguém se registou em ${project} com este endereço. Se não foi você, pode ignorar este e-mail.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `O seu registo em ${project} foi recusado`,
    sentence: `O seu registo em ${project} foi recusado e a sua conta foi eliminada.`,
    reason: `Recebeu este e-mail porque alguém se registou em ${project} com este endereço. Se não foi você, pode ignorar este e-mail.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Uma chave de API de ${details.project} foi encontrada num local público e revogada`,
    sentence: `Uma chave de API ${ownerOfKey(details)} foi encontrada num local público${details.description === '' ? '' : `: «${details.description}»`}. Foi revogada em ${details.revokedAt}. Os programas que utilizam a chave já não têm acesso. Crie uma nova chave para esses programas e remova a antiga do local onde foi publicada. Verifique o que foi feito com a chave antes disso.`,
    reason: `Recebeu este e-mail porque ${details.ownerType === 'team' ? 'pode gerir as chaves de API da equipa' : 'este é o endereço da conta'}. Os nomes entre aspas foram escolhidos por utilizadores de ${details.project}.`,
  }),
}
