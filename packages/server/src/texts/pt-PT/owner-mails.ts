import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `mais de ${count} e-mails` : count === 1 ? 'um e-mail' : `${count} e-mails`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(sem assunto)' : `«${subject}»`} para ${recipient}`,
  )
  return [
    `Não foi possível entregar ${number} do projeto «${ownedProject}» entre ${from} e ${until}.`,
    [...(isMore || count > lines.length ? [`Os mais recentes (${lines.length}):`] : []), ...lines].join('\n'),
    'A lista de e-mails enviados no painel mostra o motivo da falha de cada e-mail e propõe o reenvio quando este pode ajudar.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Proprietário',
  admin: 'Administração',
  developer: 'Desenvolvimento',
  support: 'Suporte',
  viewer: 'Apenas leitura',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `«${personName}»`)
  const invited = inviter === '' ? 'Recebeu um convite' : `${inviter} enviou-lhe um convite`
  if (role !== 'owner')
    return `${invited} para participar no projeto «${ownedProject}» em ${project}. A sua função: ${roles[role]}.`
  const leaves = isTransfer ? ' Se aceitar, quem enviou o convite deixa de ser proprietário.' : ''
  return `${invited} para ser proprietário do projeto «${ownedProject}» em ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `O seu acesso ao projeto «${ownedProject}» terminou em ${changedAt}.`
  if (change === 'role_changed')
    return `A sua função no projeto «${ownedProject}» mudou em ${changedAt}. Nova função: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'Um utilizador')} recebeu acesso ao projeto «${ownedProject}» em ${changedAt}. Função: ${roles[role]}.`
  }
  const verb = change === 'added' ? 'passou' : 'deixou'
  const happened = change === 'added' ? 'a ser proprietário' : 'de ser proprietário'
  const start = isRecipient ? (change === 'added' ? 'Passou' : 'Deixou') : `${named(person, 'Um utilizador')} ${verb}`
  return `${start} ${happened} do projeto «${ownedProject}» em ${changedAt}.`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Os proprietários têm acesso a tudo no projeto. Se não estava à espera disto, remova o proprietário nas definições do projeto.'
  }
  return isRecipient && change === 'removed' ? ' Se não estava à espera disto, contacte outro proprietário.' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `«${personName}»`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('pt-PT')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'o servidor de e-mail',
  'config.domains': 'os domínios de confiança',
  'config.allow_localhost': 'a confiança em localhost',
  'config.native_app_redirects_enabled': 'os redirecionamentos para apps nativas',
  'config.oauth_providers': 'os fornecedores de início de sessão',
  'config.oidc_providers': 'os emissores OpenID Connect',
  'config.old_system': 'o sistema anterior do projeto',
  'config.recent_sign_in_required': 'a exigência de um início de sessão recente',
  'config.support_can_impersonate': 'o acesso do suporte como utilizador',
  is_production_mode: 'o modo de produção',
  email_templates: 'os modelos de e-mail',
  partner_access: 'o acesso de um parceiro',
  team_connections: 'os emissores OpenID Connect das equipas',
  webhooks: 'os endpoints de webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Recebeu um convite para administrar um projeto em ${details.project}`,
    sentence: invitation(details),
    action: 'Ver convite',
    lifetime: `O convite expira em ${details.expiresAt}. Só recebe acesso depois de confirmar.`,
    reason: `Recebeu este e-mail porque alguém convidou este endereço para um projeto em ${details.project}. Os nomes entre aspas foram escolhidos por utilizadores. Se não estava à espera do convite, pode ignorar este e-mail.`,
  }),
  ownerChanged: (details) => ({
    subject: `As funções num projeto em ${details.project} mudaram`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Recebeu este e-mail porque diz respeito à sua função no projeto. Os nomes entre aspas foram escolhidos por utilizadores.'
      : `Recebeu este e-mail porque ${details.isRecipient && details.change === 'removed' ? 'era' : 'é'} proprietário do projeto. Os nomes entre aspas foram escolhidos por utilizadores.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `As definições de um projeto em ${details.project} foram alteradas`,
    sentence: `${named(details, details.isOwner ? 'Um proprietário' : 'Um programa com a chave do projeto')} alterou ${list.format(details.fields.map((field) => settings[field] ?? field))} do projeto «${details.ownedProject}» em ${details.changedAt}. Com estas definições, uma pessoa pode obter os códigos de início de sessão dos seus utilizadores ou iniciar sessão como se fosse um deles. Se não estava à espera desta alteração, verifique as definições do projeto, desfaça a alteração e remova o proprietário ou as chaves que a efetuaram.`,
    reason:
      'Recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por utilizadores.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Os hashes de palavras-passe de um projeto em ${details.project} foram exportados`,
    sentence: `${named(details, details.isOwner ? 'Um proprietário' : 'Um programa com a chave do projeto')} exportou todos os utilizadores do projeto «${details.ownedProject}» com os hashes das palavras-passe e os segredos das apps de autenticação deles em ${details.changedAt}. Com este ficheiro, uma pessoa pode descobrir as palavras-passe dos seus utilizadores e iniciar sessão como se fosse um deles. Se não estava à espera desta exportação, remova o proprietário ou as chaves que a efetuaram e peça aos seus utilizadores que definam novas palavras-passe e configurem novamente a app de autenticação.`,
    reason:
      'Recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por utilizadores.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Um endpoint de webhook de um projeto em ${project} foi desativado`,
    sentence: `Em ${changedAt}, o endpoint de webhook «${endpointHost}» do projeto «${ownedProject}» foi desativado, porque ${cause === 'gone' ? 'respondeu 410' : 'todas as entregas de cinco dias falharam'}. Os eventos desde então ficam guardados durante 30 dias. Ative o endpoint no painel, que lhe propõe a entrega desses eventos.`,
    reason:
      'Recebeu este e-mail porque é proprietário do projeto. Os nomes entre aspas foram escolhidos por utilizadores.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `Não foi possível entregar e-mails de um projeto em ${details.project}`,
    sentence: failedMails(details),
    reason:
      'Recebeu este e-mail porque é proprietário do projeto. Os textos entre aspas foram escolhidos por utilizadores.',
  }),
  test: ({ project }) => ({
    subject: `E-mail de teste de ${project}`,
    sentence: `O servidor de e-mail de ${project} funciona.`,
    reason: `Um administrador de ${project} enviou este e-mail de teste. Pode ignorá-lo.`,
  }),
}
