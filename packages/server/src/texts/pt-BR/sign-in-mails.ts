import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Você recebeu este e-mail porque alguém solicitou entrar em ${project} com este endereço.`

const linkExpires = (lifetime: string): string => `O link expira em ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Verifique seu endereço de e-mail em ${project}`,
    sentence: 'Verifique que este endereço de e-mail é seu.',
    action: 'Verificar endereço de e-mail',
    lifetime: linkExpires(linkLifetime),
    reason: `Você recebeu este e-mail porque alguém digitou este endereço em ${project}. Se não foi você, pode ignorar este e-mail. Nada será alterado.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Redefina sua senha de ${project}`,
    sentence: 'Escolha uma nova senha para sua conta.',
    action: 'Escolher nova senha',
    lifetime: linkExpires(linkLifetime),
    reason: `Você recebeu este e-mail porque alguém solicitou a redefinição da senha deste endereço em ${project}. Se não foi você, pode ignorar este e-mail. Sua senha não será alterada.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Seu código para entrar em ${project}`,
    sentence: `Digite este código na página em que você entra em ${project} ou abra o link abaixo.`,
    action: 'Entrar',
    lifetime: `Use um dos dois no prazo de ${linkLifetime}. O código só funciona no navegador que o solicitou.`,
    reason: `${becauseRequested(project)} Se não foi você, pode ignorar este e-mail. Para entrar, é necessário o código ou o link. Não os compartilhe com ninguém.`,
  }),
  noAccount: ({ project }) => ({
    subject: `Nenhuma conta em ${project} tem este endereço`,
    sentence: `Não há conta em ${project} com este endereço de e-mail, e ${project} não aceita novas contas.`,
    reason: `${becauseRequested(project)} Se foi você, tente outro endereço ou entre em contato com o suporte de ${project}. Se não foi, pode ignorar este e-mail.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Este endereço ainda não pode ser usado para entrar em ${project} por e-mail`,
    sentence: `Este endereço de e-mail não pode ser usado para entrar em ${project} por e-mail até ser verificado. Entre com sua senha e depois verifique o endereço nas configurações da conta.`,
    reason: `${becauseRequested(project)} Se não foi você, pode ignorar este e-mail.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `O login por e-mail está desativado na sua conta em ${project}`,
    sentence: `O login por e-mail está desativado na sua conta em ${project}. Entre de outra forma ou fale com o suporte de ${project}.`,
    reason: `${becauseRequested(project)} Se não foi você, pode ignorar este e-mail.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Você recebeu um convite para uma equipe em ${project}`,
    sentence: `Você recebeu um convite para participar da equipe “${teamDisplayName}” em ${project}.{{#if inviterName}} O convite é de “{{ inviterName }}”.{{/if}}{{#if inviterAddress}} O convite é de {{ inviterAddress }}.{{/if}}`,
    action: 'Ver convite',
    lifetime: `O convite expira em ${expiresAt}. Você só entra na equipe depois de confirmar.`,
    reason: `Você recebeu este e-mail porque alguém convidou este endereço para uma equipe em ${project}. Os nomes entre aspas foram escolhidos por usuários de ${project}. Se você não espera o convite, pode ignorar este e-mail.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Você recebeu um convite para ${project}`,
    sentence: `Você recebeu um convite para criar uma conta em ${project}. Se você já tem uma conta com este endereço, o convite faz o seu login.`,
    action: 'Ver convite',
    lifetime: `O convite expira em ${expiresAt}.`,
    reason: `Você recebeu este e-mail porque ${project} convidou este endereço. Se você não espera o convite, pode ignorar este e-mail.`,
  }),
}
