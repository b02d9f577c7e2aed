import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `Has recibido este correo porque alguien ha solicitado iniciar sesión en ${project} con esta dirección.`

const linkExpires = (lifetime: string): string => `El enlace caduca dentro de ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `Verifica tu dirección de correo electrónico para ${project}`,
    sentence: 'Verifica que esta dirección de correo electrónico es tuya.',
    action: 'Verificar dirección',
    lifetime: linkExpires(linkLifetime),
    reason: `Has recibido este correo porque alguien ha introducido esta dirección en ${project}. Si no has sido tú, puedes ignorar este correo. Nada cambiará.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `Restablece tu contraseña de ${project}`,
    sentence: 'Elige una nueva contraseña para tu cuenta.',
    action: 'Elegir una nueva contraseña',
    lifetime: linkExpires(linkLifetime),
    reason: `Has recibido este correo porque alguien ha solicitado restablecer la contraseña de esta dirección en ${project}. Si no has sido tú, puedes ignorar este correo. Tu contraseña no cambiará.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `Tu código para iniciar sesión en ${project}`,
    sentence: `Introduce este código en la página en la que inicias sesión en ${project} o abre el enlace que aparece a continuación.`,
    action: 'Iniciar sesión',
    lifetime: `Usa uno de los dos en un plazo de ${linkLifetime}. El código solo funciona en el navegador que lo solicitó.`,
    reason: `${becauseRequested(project)} Si no has sido tú, puedes ignorar este correo. Para iniciar sesión, se necesita el código o el enlace. No los compartas con nadie.`,
  }),
  noAccount: ({ project }) => ({
    subject: `No hay ninguna cuenta en ${project} con esta dirección`,
    sentence: `No hay ninguna cuenta en ${project} con esta dirección de correo electrónico, y ${project} no acepta cuentas nuevas.`,
    reason: `${becauseRequested(project)} Si has sido tú, prueba con otra dirección o ponte en contacto con el servicio de asistencia de ${project}. Si no, puedes ignorar este correo.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `Esta dirección todavía no puede iniciar sesión en ${project} por correo`,
    sentence: `Esta dirección de correo electrónico no se puede usar para iniciar sesión en ${project} por correo hasta que esté verificada. Inicia sesión con tu contraseña y después verifica la dirección en los ajustes de tu cuenta.`,
    reason: `${becauseRequested(project)} Si no has sido tú, puedes ignorar este correo.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `El inicio de sesión por correo está desactivado para tu cuenta en ${project}`,
    sentence: `El inicio de sesión por correo está desactivado para tu cuenta en ${project}. Inicia sesión de otra forma o ponte en contacto con el servicio de asistencia de ${project}.`,
    reason: `${becauseRequested(project)} Si no has sido tú, puedes ignorar este correo.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `Te han invitado a un equipo en ${project}`,
    sentence: `Has recibido una invitación para unirte al equipo «${teamDisplayName}» en ${project}.{{#if inviterName}} La invitación es de «{{ inviterName }}».{{/if}}{{#if inviterAddress}} La invitación es de {{ inviterAddress }}.{{/if}}`,
    action: 'Ver invitación',
    lifetime: `La invitación caduca el ${expiresAt}. Solo te unes al equipo después de confirmar.`,
    reason: `Has recibido este correo porque alguien ha invitado a esta dirección a un equipo en ${project}. Los usuarios de ${project} han elegido los nombres entre comillas. Si no esperas la invitación, puedes ignorar este correo.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `Te han invitado a ${project}`,
    sentence: `Has recibido una invitación para crear una cuenta en ${project}. Si ya tienes una cuenta con esta dirección, la invitación inicia tu sesión.`,
    action: 'Ver invitación',
    lifetime: `La invitación caduca el ${expiresAt}.`,
    reason: `Has recibido este correo porque ${project} ha invitado a esta dirección. Si no esperas la invitación, puedes ignorar este correo.`,
  }),
}
