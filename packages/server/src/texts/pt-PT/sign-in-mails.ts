import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Recebeu este e-mail porque alguém pediu para iniciar sessão em ${project} com este endereço.`

const linkExpires = (lifetime: string): string => `O link expira dentro de ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Verifique o seu endereço de e-mail em ${project}`,
    sentence: 'Confirme que este endereço de e-mail é seu.',
    action: 'Verificar endereço de e-mail',
    lifetime: linkExpires(linkLifetime),
    reason: `Recebeu este e-mail porque alguém introduziu este endereço em ${project}. Se não o introduziu, pode ignorar este e-mail. Nada será alterado.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Reponha a sua palavra-passe de ${project}`,
    sentence: 'Escolha uma nova palavra-passe para a sua conta.',
    action: 'Escolher nova palavra-passe',
    lifetime: linkExpires(linkLifetime),
    reason: `Recebeu este e-mail porque alguém pediu a reposição da palavra-passe deste endereço em ${project}. Se o pedido não foi seu, pode ignorar este e-mail. A sua palavra-passe não será alterada.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `O seu código para iniciar sessão em ${project}`,
    sentence: `Introduza este código na página em que inicia sessão em ${project} ou abra o link abaixo.`,
    action: 'Iniciar sessão',
    lifetime: `Utilize um dos dois no prazo de ${linkLifetime}. O código só funciona no navegador que o pediu.`,
    reason: `${becauseRequested(project)} Se o pedido não foi seu, pode ignorar este e-mail. Para iniciar sessão, é necessário o código ou o link. Não os partilhe com ninguém.`,
  }),
  noAccount: ({ project }) => ({
    subject: `Nenhuma conta em ${project} tem este endereço`,
    sentence: `Não há conta em ${project} com este endereço de e-mail, e ${project} não aceita novas contas.`,
    reason: `${becauseRequested(project)} Se o pedido foi seu, tente outro endereço ou contacte o apoio técnico de ${project}. Se não foi, pode ignorar este e-mail.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Este endereço ainda não pode ser utilizado para iniciar sessão em ${project} por e-mail`,
    sentence: `Este endereço de e-mail não pode ser utilizado para iniciar sessão em ${project} por e-mail até ser verificado. Inicie sessão com a sua palavra-passe e verifique depois o endereço nas definições da conta.`,
    reason: `${becauseRequested(project)} Se o pedido não foi seu, pode ignorar este e-mail.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `O início de sessão por e-mail está desativado na sua conta em ${project}`,
    sentence: `O início de sessão por e-mail está desativado na sua conta em ${project}. Inicie sessão de outra forma ou contacte o apoio técnico de ${project}.`,
    reason: `${becauseRequested(project)} Se o pedido não foi seu, pode ignorar este e-mail.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Recebeu um convite para uma equipa em ${project}`,
    sentence: `Recebeu um convite para aderir à equipa «${teamDisplayName}» em ${project}.{{#if inviterName}} O convite é de «{{ inviterName }}».{{/if}}{{#if inviterAddress}} O convite é de {{ inviterAddress }}.{{/if}}`,
    action: 'Ver convite',
    lifetime: `O convite expira em ${expiresAt}. Só adere à equipa depois de confirmar.`,
    reason: `Recebeu este e-mail porque alguém convidou este endereço para uma equipa em ${project}. Os nomes entre aspas foram escolhidos por utilizadores de ${project}. Se não estava à espera do convite, pode ignorar este e-mail.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Recebeu um convite para ${project}`,
    sentence: `Recebeu um convite para criar uma conta em ${project}. Se já tem uma conta com este endereço, o convite inicia a sua sessão.`,
    action: 'Ver convite',
    lifetime: `O convite expira em ${expiresAt}.`,
    reason: `Recebeu este e-mail porque ${project} convidou este endereço. Se não estava à espera do convite, pode ignorar este e-mail.`,
  }),
}
