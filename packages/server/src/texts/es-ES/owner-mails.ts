import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number =
    count === 1 && !isMore
      ? `Un correo del proyecto «${ownedProject}» no se ha podido entregar`
      : `${isMore ? `Más de ${count}` : count} correos del proyecto «${ownedProject}» no se han podido entregar`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(sin asunto)' : `«${subject}»`} a ${recipient}`,
  )
  return [
    `${number} entre el ${from} y el ${until}.`,
    [...(isMore || count > lines.length ? [`Los últimos ${lines.length} son:`] : []), ...lines].join('\n'),
    'La lista de correos enviados del panel de control muestra por qué ha fallado cada correo y ofrece volver a enviarlo cuando eso puede ayudar.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Propietario',
  admin: 'Administración',
  developer: 'Desarrollo',
  support: 'Soporte',
  viewer: 'Solo lectura',
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
  const invited = inviter === '' ? 'Has recibido una invitación para' : `${inviter} te ha invitado a`
  if (role !== 'owner') return `${invited} unirte al proyecto «${ownedProject}» en ${project}. Tu rol: ${roles[role]}.`
  const leaves = isTransfer ? ' La persona que te invitó dejará de ser propietaria cuando aceptes.' : ''
  return `${invited} ser propietario del proyecto «${ownedProject}» en ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Tu acceso al proyecto «${ownedProject}» terminó el ${changedAt}.`
  if (change === 'role_changed')
    return `Tu rol en el proyecto «${ownedProject}» cambió el ${changedAt}. Nuevo rol: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'Un usuario')} tiene acceso al proyecto «${ownedProject}» desde el ${changedAt}. Rol: ${roles[role]}.`
  }
  const isOwner = `propietario del proyecto «${ownedProject}» el ${changedAt}.`
  if (isRecipient) return `${change === 'added' ? 'Te convertiste en' : 'Dejaste de ser'} ${isOwner}`
  return `${named(person, 'Un usuario')} ${change === 'added' ? 'se convirtió en' : 'dejó de ser'} ${isOwner}`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Los propietarios tienen acceso a todo en el proyecto. Si no esperabas este cambio, quita al propietario en los ajustes del proyecto.'
  }
  return isRecipient && change === 'removed'
    ? ' Si no esperabas este cambio, ponte en contacto con otro propietario.'
    : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `«${personName}»`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('es-ES')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'el servidor de correo',
  'config.domains': 'los dominios de confianza',
  'config.allow_localhost': 'la confianza en localhost',
  'config.native_app_redirects_enabled': 'las redirecciones a aplicaciones nativas',
  'config.oauth_providers': 'los proveedores de inicio de sesión',
  'config.oidc_providers': 'los emisores de OpenID Connect',
  'config.old_system': 'el sistema anterior del proyecto',
  'config.recent_sign_in_required': 'la obligación de un inicio de sesión reciente',
  'config.support_can_impersonate': 'el acceso de soporte como usuario',
  is_production_mode: 'el modo de producción',
  email_templates: 'las plantillas de correo',
  partner_access: 'el acceso de un socio',
  team_connections: 'los emisores de OpenID Connect de los equipos',
  webhooks: 'los endpoints de webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Has recibido una invitación para gestionar un proyecto en ${details.project}`,
    sentence: invitation(details),
    action: 'Ver invitación',
    lifetime: `La invitación caduca el ${details.expiresAt}. Solo tendrás acceso después de confirmar.`,
    reason: `Has recibido este correo porque alguien ha invitado a esta dirección a un proyecto en ${details.project}. Los usuarios han elegido los nombres entre comillas. Si no esperas la invitación, puedes ignorar este correo.`,
  }),
  ownerChanged: (details) => ({
    subject: `Han cambiado los roles de un proyecto en ${details.project}`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Has recibido este correo porque se refiere a tu rol en el proyecto. Los usuarios han elegido los nombres entre comillas.'
      : `Has recibido este correo porque ${details.isRecipient && details.change === 'removed' ? 'eras' : 'eres'} propietario del proyecto. Los usuarios han elegido los nombres entre comillas.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `Han cambiado los ajustes de un proyecto en ${details.project}`,
    sentence: `${named(details, details.isOwner ? 'Un propietario' : 'Un programa con la clave del proyecto')} cambió lo siguiente en el proyecto «${details.ownedProject}» el ${details.changedAt}: ${list.format(details.fields.map((field) => settings[field] ?? field))}. Con estos ajustes, una persona puede obtener los códigos de inicio de sesión de tus usuarios o iniciar sesión como ellos. Si no esperabas este cambio, comprueba los ajustes del proyecto, deshaz el cambio y quita al propietario o las claves que lo hicieron.`,
    reason:
      'Has recibido este correo porque eres propietario del proyecto. Los usuarios han elegido los nombres entre comillas.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Se han exportado los hashes de contraseñas de un proyecto en ${details.project}`,
    sentence: `${named(details, details.isOwner ? 'Un propietario' : 'Un programa con la clave del proyecto')} exportó todos los usuarios del proyecto «${details.ownedProject}» con los hashes de sus contraseñas y los secretos de sus aplicaciones de autenticación el ${details.changedAt}. Con este archivo, una persona puede adivinar las contraseñas de tus usuarios e iniciar sesión como ellos. Si no esperabas esta exportación, quita al propietario o las claves que la hicieron y pide a tus usuarios que establezcan contraseñas nuevas y vuelvan a configurar su aplicación de autenticación.`,
    reason:
      'Has recibido este correo porque eres propietario del proyecto. Los usuarios han elegido los nombres entre comillas.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Se ha desactivado un endpoint de webhook de un proyecto en ${project}`,
    sentence: `El ${changedAt} se desactivó el endpoint de webhook «${endpointHost}» del proyecto «${ownedProject}» porque ${cause === 'gone' ? 'respondió 410' : 'fallaron todas las entregas de cinco días'}. Los eventos desde ese momento se guardan durante 30 días. Activa el endpoint en el panel de control, que te ofrecerá entregarlos.`,
    reason:
      'Has recibido este correo porque eres propietario del proyecto. Los usuarios han elegido los nombres entre comillas.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `No se han podido entregar correos de un proyecto en ${details.project}`,
    sentence: failedMails(details),
    reason:
      'Has recibido este correo porque eres propietario del proyecto. Los usuarios han elegido los textos entre comillas.',
  }),
  test: ({ project }) => ({
    subject: `Correo de prueba de ${project}`,
    sentence: `El servidor de correo de ${project} funciona.`,
    reason: `Un administrador de ${project} ha enviado este correo de prueba. Puedes ignorarlo.`,
  }),
}
