import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `Mais de ${count} e-mails` : count === 1 ? 'Um e-mail' : `${count} e-mails`
  const failed = count === 1 && !isMore ? 'não pôde ser entregue' : 'não puderam ser entregues'
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(sem assunto)' : `“${subject}”`} para ${recipient}`,
  )
  return [
    `${number} do projeto “${ownedProject}” ${failed} entre ${from} e ${until}.`,
    [...(isMore || count > lines.length ? [`Os mais recentes (${lines.length}):`] : []), ...lines].join('\n'),
    'A lista de e-mails enviados no painel mostra por que cada e-mail falhou e oferece o reenvio quando isso pode ajudar.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Proprietário',
  admin: 'Administração',
  developer: 'Desenvolvimento',
  support: 'Suporte',
  viewer: 'Somente leitura',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `“${personName}”`)
  const invited = inviter === '' ? 'Você recebeu um convite' : `${inviter} convidou você`
  if (role !== 'owner')
    return `${invited} para participar do projeto “${ownedProject}” em ${project}. Sua função: ${roles[role]}.`
  const leaves = isTransfer ? ' Quem fez o convite deixará de ser proprietário quando você aceitar.' : ''
  return `${invited} para ser proprietário do projeto “${ownedProject}” em ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Seu acesso ao projeto “${ownedProject}” terminou em ${changedAt}.`
  if (change === 'role_changed')
    return `Sua função no projeto “${ownedProject}” mudou em ${changedAt}. Nova função: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'Um usuário')} recebeu acesso ao projeto “${ownedProject}” em ${changedAt}. Função: ${roles[role]}.`
  }
  const who = isRecipient ? 'Você' : named(person, 'Um usuário')
  const happened = change === 'added' ? 'passou a ser proprietário' : 'deixou de ser proprietário'
  return `${who} ${happened} do projeto “${ownedProject}” em ${changedAt}.`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Os proprietários têm acesso a tudo no projeto. Se você não esperava isso, remova o proprietário nas configurações do projeto.'
  }
  return isRecipient && change === 'removed'
    ? ' Se você não esperava isso, entre em contato com outro proprietário.'
    : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `“${personName}”`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('pt-BR')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'o servidor de e-mail',
  'config.domains': 'os domínios confiáveis',
  'config.allow_localhost': 'a confiança em localhost',
  'config.native_app_redirects_enabled': 'os redirecionamentos para apps nativos',
  'config.oauth_providers': 'os provedores de login',
  'config.oidc_providers': 'os emissores OpenID Connect',
  'config.old_system': 'o sistema anterior do projeto',
  'config.recent_sign_in_required': 'a exigência de um login recente',
  'config.support_can_impersonate': 'o acesso do suporte como usuário',
  is_production_mode: 'o modo de produção',
  email_templates: 'os modelos de e-mail',
  partner_access: 'o acesso de um parceiro',
  team_connections: 'os emissores OpenID Connect das equipes',
  webhooks: 'os endpoints de webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Você recebeu um convite para administrar um projeto em ${details.project}`,
    sentence: invitation(details),
    action: 'Ver convite',
    lifetime: `O convite expira em ${details.expiresAt}. Você só recebe acesso depois de confirmar.`,
    reason: `Você recebeu este e-mail porque alguém convidou este endereço para um projeto em ${details.project}. Os nomes entre aspas foram escolhidos por usuários. Se você não espera o convite, pode ignorar este e-mail.`,
  }),
  ownerChanged: (details) => ({
    subject: `As funções em um projeto em ${details.project} mudaram`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Você recebeu este e-mail porque ele se refere à sua função no projeto. Os nomes entre aspas foram escolhidos por usuários.'
      : `Você recebeu este e-mail porque ${details.isRecipient && details.change === 'removed' ? 'era' : 'é'} proprietário do projeto. Os nomes entre aspas foram escolhidos por usuários.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `As configurações de um projeto em ${details.project} foram alteradas`,
    sentence: `${named(details, details.isOwner ? 'Um proprietário' : 'Um programa com a chave do projeto')} alterou ${list.format(details.fields.map((field) => settings[field] ?? field))} do projeto “${details.ownedProject}” em ${details.changedAt}. Com essas configurações, uma pessoa pode obter os códigos de login dos seus usuários ou entrar como eles. Se você não esperava essa alteração, verifique as configurações do projeto, desfaça a alteração e remova o proprietário ou as chaves que a fizeram.`,
    reason:
      'Você recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por usuários.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Os hashes de senhas de um projeto em ${details.project} foram exportados`,
    sentence: `${named(details, details.isOwner ? 'Um proprietário' : 'Um programa com a chave do projeto')} exportou todos os usuários do projeto “${details.ownedProject}” com os hashes das senhas e os segredos dos apps autenticadores deles em ${details.changedAt}. Com esse arquivo, uma pessoa pode descobrir as senhas dos seus usuários e entrar como eles. Se você não esperava essa exportação, remova o proprietário ou as chaves que a fizeram e peça aos seus usuários que definam novas senhas e configurem o app autenticador novamente.`,
    reason:
      'Você recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por usuários.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Um endpoint de webhook de um projeto em ${project} foi desativado`,
    sentence: `Em ${changedAt}, o endpoint de webhook “${endpointHost}” do projeto “${ownedProject}” foi desativado, porque ${cause === 'gone' ? 'respondeu 410' : 'todas as entregas de cinco dias falharam'}. Os eventos desde então ficam guardados por 30 dias. Ative o endpoint no painel, que oferece a entrega desses eventos.`,
    reason:
      'Você recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por usuários.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `E-mails de um projeto em ${details.project} não puderam ser entregues`,
    sentence: failedMails(details),
    reason:
      'Você recebeu este e-mail porque é proprietário do projeto. Os textos entre aspas foram escolhidos por usuários.',
  }),
  test: ({ project }) => ({
    subject: `E-mail de teste de ${project}`,
    sentence: `O servidor de e-mail de ${project} funciona.`,
    reason: `Um administrador de ${project} enviou este e-mail de teste. Você pode ignorá-lo.`,
  }),
}
