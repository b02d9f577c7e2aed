import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('pt')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'a senha',
  passkey: 'todas as chaves de acesso',
  authenticator_app: 'o app autenticador',
  api_keys: 'todas as chaves de API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'a propriedade de todos os projetos',
  teams_left: 'a participação em equipes com outros membros',
  team_members: 'membros de equipe que a conta tinha convidado',
  team_invitations: 'convites de equipe pendentes',
  team_api_keys: 'chaves de API de equipes',
  teams: 'o nome, a imagem e as configurações de equipes sem outros membros',
  profile: 'o nome, a foto e as configurações do perfil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'ele substitui outro endereço da conta',
  primary: 'agora ele é o endereço principal',
  not_primary: 'ele não é mais o endereço principal',
  used_for_sign_in: 'ele poderá ser usado para entrar depois de verificado',
  not_used_for_sign_in: 'ele não é mais usado para entrar',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'Uma chave de API' : `A chave de API “${apiKeyName}”`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'Uma chave de acesso' : `A chave de acesso “${passkeyName}”`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'a conta conectada',
    many: 'as contas conectadas',
    other: 'as contas conectadas',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} em ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'Este endereço de e-mail' : `O endereço de e-mail ${address} da sua conta`
  const reconnect = disconnectedCount === 0 ? '' : ` e reconectar ${disconnected} lá`
  return `${verified} foi verificado pela primeira vez em ${changedAt}. Antes disso, outra pessoa poderia ter adicionado métodos de login ou chaves de API. Por isso, estes itens foram removidos: ${parts}. Você pode configurá-los de novo nas configurações da conta${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Um app autenticador foi adicionado à sua conta em ${changedAt}. Para entrar, agora é necessário um código desse app.`,
  authenticator_app_replaced: ({ changedAt }) => `O app autenticador da sua conta foi substituído em ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `O app autenticador da sua conta foi removido em ${changedAt}. Para entrar, não é mais necessário um código dele.`,
  authenticator_app_reset: ({ changedAt }) =>
    `O segundo fator da sua conta foi removido em ${changedAt}, como um administrador havia anunciado. Ele não é mais necessário para entrar.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `A remoção anunciada do segundo fator da sua conta foi cancelada em ${changedAt}. Ele continua sendo necessário para entrar.`,
  recovery_codes_created: ({ changedAt }) =>
    `Novos códigos de recuperação foram criados para a sua conta em ${changedAt}. Cada um substitui uma vez um código do seu app autenticador. Os códigos de recuperação anteriores não funcionam mais.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Um código de recuperação da sua conta foi usado em ${changedAt} no lugar de um código do seu app autenticador. Códigos de recuperação não usados: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} foi adicionada à sua conta em ${details.changedAt}. Ela pode ser usada para entrar.`,
  passkey_removed: (details) =>
    `${passkey(details)} foi removida da sua conta em ${details.changedAt}. Ela não pode mais ser usada para entrar.`,
  api_key_created: (details) =>
    `${apiKey(details)} foi criada para sua conta em ${details.changedAt}. Os programas que têm a chave podem agir em seu nome.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Uma conta em ${providerName} foi conectada à sua conta em ${changedAt}. Ela pode ser usada para entrar.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `A conta conectada em ${providerName} foi desconectada da sua conta em ${changedAt}. Ela não pode mais ser usada para entrar.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `O endereço de e-mail ${address} foi removido da sua conta em ${changedAt}. A pessoa a quem pertence essa caixa de e-mail informou que a conta é de outra pessoa.`,
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
    : `A forma como você entra em ${project} foi alterada`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'da sua conta' : team === '' ? 'da equipe' : `da equipe “${team}”`
  return `${owner} em ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `Sua senha de ${project} foi alterada`,
    sentence: `A senha da sua conta foi alterada em ${changedAt}. Se foi você quem fez essa alteração, pode ignorar este e-mail.`,
    reason: `Se não foi você quem fez essa alteração, acesse ${project}, escolha “Esqueceu a senha?” na página de login e defina uma nova senha. Isso encerra todas as sessões. Você recebeu este e-mail porque este é o endereço da conta.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Seu endereço de e-mail de ${project} foi alterado`,
    sentence: `Este endereço foi removido da sua conta em ${changedAt}. Se foi você quem fez essa alteração, pode ignorar este e-mail.`,
    reason: `Se não foi você quem fez essa alteração, entre em contato imediatamente com o suporte de ${project}. O suporte pode ver quem a fez. Você recebeu este e-mail porque este era o endereço da conta.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Seu endereço de e-mail foi adicionado a uma conta em ${project}`,
    sentence: `Este endereço foi adicionado a uma conta em ${project} em ${changedAt}. A conta não pode usá-lo para entrar até você verificá-lo.`,
    reason: `Você recebeu este e-mail porque alguém digitou este endereço nas configurações da própria conta em ${project}. Se não foi você, pode ignorar este e-mail, mas não abra nenhum link de verificação deste endereço.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Se foi você quem fez essa alteração, pode ignorar este e-mail.'}`,
    reason: `Se não foi você quem fez essa alteração, acesse ${details.project}, desfaça-a nas configurações da conta e encerre as sessões que você não reconhece. Se não conseguir mais entrar, fale com o suporte de ${details.project}. Você recebeu este e-mail porque este é o endereço da conta.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Login em ${project} em um novo dispositivo`,
    sentence: `Sua conta foi usada para fazer login em ${signedInAt}, em um dispositivo no qual você ainda não tinha feito login.${device && ` Dispositivo: ${device}.`}${place && ` Local: ${place}.`} Se foi você, pode ignorar este e-mail.`,
    action: 'Não fui eu',
    lifetime: `O link expira em ${expiresAt}.`,
    reason: hasLink
      ? 'Se não foi você, escolha “Não fui eu”. Isso encerra a sessão e, se a sua conta puder ter uma senha, você receberá um e-mail para escolher uma nova. Você recebeu este e-mail porque este é o endereço da conta.'
      : `Se não foi você, acesse ${project}, encerre nas configurações da sua conta a sessão que você não reconhece e altere a forma como você faz login. Se você tem uma senha, escolha “Esqueceu a senha?” na página de login e defina uma nova. Isso encerra todas as sessões. Você recebeu este e-mail porque este é o endereço da conta.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Seu segundo fator em ${project} será removido`,
    sentence: `Um administrador de ${project} anunciou que o segundo fator da sua conta (app autenticador, códigos de recuperação, chaves de acesso) será removido em ${takesEffectAt}. Depois disso, ele não será mais necessário para entrar.`,
    action: 'Cancelar a remoção',
    lifetime: `Você pode cancelar até ${takesEffectAt}.`,
    reason:
      'Se você pediu isso porque perdeu seu segundo fator, pode ignorar este e-mail. Se não, cancele a remoção imediatamente. Você recebeu este e-mail porque este é um endereço verificado da conta.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configure um segundo fator para sua conta em ${project}`,
    sentence: `A partir de ${dueAt}, sua conta em ${project} precisará de um segundo fator (um app autenticador ou uma chave de acesso). Configure-o antes disso nas configurações da conta. Depois, você só poderá usar sua conta quando o tiver configurado.`,
    reason: `Você recebeu este e-mail porque alguém entrou na sua conta em ${project}. Se não foi você, altere sua senha.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `Seu cadastro em ${project} foi aprovado`,
    sentence: `Seu cadastro em ${project} foi aprovado. Agora você pode usar sua conta.`,
    action: 'Entrar',
    reason: `Você recebeu este e-mail porque alguém se cadastrou em ${project} com este endereço. Se não foi você, pode ignorar este e-mail.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `Seu cadastro em ${project} foi recusado`,
    sentence: `Seu cadastro em ${project} foi recusado, e sua conta foi excluída.`,
    reason: `Você recebeu este e-mail porque alguém se cadastrou em ${project} com este endereço. Se não foi você, pode ignorar este e-mail.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Uma chave de API de ${details.project} foi encontrada em local público e revogada`,
    sentence: `Uma chave de API ${ownerOfKey(details)} foi encontrada em local público${details.description === '' ? '' : `: “${details.description}”`}. Ela foi revogada em ${details.revokedAt}. Os programas que usam a chave não têm mais acesso. Crie uma nova chave para eles e remova a antiga do lugar em que foi publicada. Verifique o que foi feito com a chave antes disso.`,
    reason: `Você recebeu este e-mail porque ${details.ownerType === 'team' ? 'pode gerenciar as chaves de API da equipe' : 'este é o endereço da conta'}. Os nomes entre aspas foram escolhidos por usuários de ${details.project}.`,
  }),
}
