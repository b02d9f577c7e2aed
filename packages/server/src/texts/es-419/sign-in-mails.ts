import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Recibiste este correo porque alguien solicitó iniciar sesión en ${project} con esta dirección.`

const linkExpires = (lifetime: string): string => `El enlace vence en ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Verifica tu dirección de correo electrónico para ${project}`,
    sentence: 'Verifica que esta dirección de correo electrónico es tuya.',
    action: 'Verificar dirección',
    lifetime: linkExpires(linkLifetime),
    reason: `Recibiste este correo porque alguien ingresó esta dirección en ${project}. Si no fuiste tú, puedes ignorar este correo. Nada cambiará.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Restablece tu contraseña de ${project}`,
    sentence: 'Elige una contraseña nueva para tu cuenta.',
    action: 'Elegir una contraseña nueva',
    lifetime: linkExpires(linkLifetime),
    reason: `Recibiste este correo porque alguien solicitó restablecer la contraseña de esta dirección en ${project}. Si no fuiste tú, puedes ignorar este correo. Tu contraseña no cambiará.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Tu código para iniciar sesión en ${project}`,
    sentence: `Ingresa este código en la página en la que inicias sesión en ${project} o abre el enlace que aparece a continuación.`,
    action: 'Iniciar sesión',
    lifetime: `Usa uno de los dos en un plazo de ${linkLifetime}. El código solo funciona en el navegador que lo solicitó.`,
    reason: `${becauseRequested(project)} Si no fuiste tú, puedes ignorar este correo. Para iniciar sesión, se requiere el código o el enlace. No los compartas con nadie.`,
  }),
  noAccount: ({ project }) => ({
    subject: `No hay ninguna cuenta en ${project} con esta dirección`,
    sentence: `No hay ninguna cuenta en ${project} con esta dirección de correo electrónico, y ${project} no acepta cuentas nuevas.`,
    reason: `${becauseRequested(project)} Si fuiste tú, prueba con otra dirección o comunícate con el soporte de ${project}. Si no, puedes ignorar este correo.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Esta dirección todavía no puede iniciar sesión en ${project} por correo`,
    sentence: `Esta dirección de correo electrónico no se puede usar para iniciar sesión en ${project} por correo hasta que esté verificada. Inicia sesión con tu contraseña y luego verifica la dirección en la configuración de tu cuenta.`,
    reason: `${becauseRequested(project)} Si no fuiste tú, puedes ignorar este correo.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `El inicio de sesión por correo está desactivado para tu cuenta en ${project}`,
    sentence: `El inicio de sesión por correo está desactivado para tu cuenta en ${project}. Inicia sesión de otra forma o comunícate con el soporte de ${project}.`,
    reason: `${becauseRequested(project)} Si no fuiste tú, puedes ignorar este correo.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Recibiste una invitación a un equipo en ${project}`,
    sentence: `Recibiste una invitación para unirte al equipo “${teamDisplayName}” en ${project}.{{#if inviterName}} La invitación es de “{{ inviterName }}”.{{/if}}{{#if inviterAddress}} La invitación es de {{ inviterAddress }}.{{/if}}`,
    action: 'Ver invitación',
    lifetime: `La invitación vence el ${expiresAt}. Solo te unes al equipo después de confirmar.`,
    reason: `Recibiste este correo porque alguien invitó a esta dirección a un equipo en ${project}. Los usuarios de ${project} eligieron los nombres entre comillas. Si no esperas la invitación, puedes ignorar este correo.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Recibiste una invitación a ${project}`,
    sentence: `Recibiste una invitación para crear una cuenta en ${project}. Si ya tienes una cuenta con esta dirección, la invitación inicia tu sesión.`,
    action: 'Ver invitación',
    lifetime: `La invitación vence el ${expiresAt}.`,
    reason: `Recibiste este correo porque ${project} invitó a esta dirección. Si no esperas la invitación, puedes ignorar este correo.`,
  }),
}
