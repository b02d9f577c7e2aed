import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('es')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'la contraseña',
  passkey: 'todas las llaves de acceso',
  authenticator_app: 'la aplicación de autenticación',
  api_keys: 'todas las claves de API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'la propiedad de todos los proyectos',
  teams_left: 'la pertenencia a equipos con otros miembros',
  team_members: 'los miembros de equipos que la cuenta había invitado',
  team_invitations: 'las invitaciones pendientes a equipos',
  team_api_keys: 'las claves de API de equipos',
  teams: 'el nombre, la imagen y los ajustes de los equipos sin otros miembros',
  profile: 'el nombre, la imagen y los ajustes del perfil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'sustituye a otra dirección de la cuenta',
  primary: 'ahora es la dirección principal',
  not_primary: 'ya no es la dirección principal',
  used_for_sign_in: 'se podrá usar para iniciar sesión cuando esté verificada',
  not_used_for_sign_in: 'ya no se usa para iniciar sesión',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'una clave de API' : `la clave de API «${apiKeyName}»`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'una llave de acceso' : `la llave de acceso «${passkeyName}»`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'la cuenta conectada',
    many: 'las cuentas conectadas',
    other: 'las cuentas conectadas',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} de ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified =
    address === ''
      ? 'Esta dirección de correo electrónico'
      : `La dirección de correo electrónico ${address} de tu cuenta`
  const reconnect = disconnectedCount === 0 ? '' : ` y volver a conectar ahí ${disconnected}`
  return `${verified} se verificó por primera vez el ${changedAt}. Antes, otra persona podría haber añadido métodos de inicio de sesión o claves de API, así que se quitó lo siguiente: ${parts}. Puedes volver a configurarlo en los ajustes de tu cuenta${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Se añadió una aplicación de autenticación a tu cuenta el ${changedAt}. Ahora, para iniciar sesión, se necesita un código de esta aplicación.`,
  authenticator_app_replaced: ({ changedAt }) =>
    `La aplicación de autenticación de tu cuenta se sustituyó el ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `La aplicación de autenticación de tu cuenta se quitó el ${changedAt}. Para iniciar sesión, ya no se necesita un código de ella.`,
  authenticator_app_reset: ({ changedAt }) =>
    `El segundo factor de tu cuenta se quitó el ${changedAt}, tal como había anunciado un administrador. Ya no se necesita para iniciar sesión.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `La eliminación anunciada del segundo factor de tu cuenta se canceló el ${changedAt}. Se sigue necesitando para iniciar sesión.`,
  recovery_codes_created: ({ changedAt }) =>
    `Se han creado nuevos códigos de recuperación para tu cuenta el ${changedAt}. Cada uno sustituye una vez a un código de tu aplicación de autenticación. Los códigos de recuperación anteriores ya no funcionan.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Se ha usado un código de recuperación de tu cuenta el ${changedAt} en lugar de un código de tu aplicación de autenticación. Códigos de recuperación sin usar: ${unusedCodes}.`,
  passkey_added: (details) =>
    `Se añadió ${passkey(details)} a tu cuenta el ${details.changedAt}. Se puede usar para iniciar sesión.`,
  passkey_removed: (details) =>
    `Se quitó ${passkey(details)} de tu cuenta el ${details.changedAt}. Ya no se puede usar para iniciar sesión.`,
  api_key_created: (details) =>
    `Se creó ${apiKey(details)} para tu cuenta el ${details.changedAt}. Los programas que tienen la clave pueden actuar en tu nombre.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Se conectó una cuenta de ${providerName} a tu cuenta el ${changedAt}. Se puede usar para iniciar sesión.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `La cuenta conectada de ${providerName} se desconectó de tu cuenta el ${changedAt}. Ya no se puede usar para iniciar sesión.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `La dirección de correo electrónico ${address} se quitó de tu cuenta el ${changedAt}. La persona propietaria de ese buzón ha informado de que la cuenta pertenece a otra persona.`,
  address_added: ({ address, changedAt }) =>
    `La dirección de correo electrónico ${address} se añadió a tu cuenta el ${changedAt}.`,
  address_updated: (details) =>
    `La dirección de correo electrónico ${details.address} de tu cuenta se cambió el ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `La dirección de correo electrónico ${address} se quitó de tu cuenta el ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `Se ha creado una clave de API de tu cuenta en ${project}`
  if (change === 'recovery_code_used') return `Se ha usado un código de recuperación de tu cuenta en ${project}`
  return change.startsWith('address_')
    ? `Se han cambiado las direcciones de correo electrónico de tu cuenta en ${project}`
    : `Se ha cambiado la forma en que inicias sesión en ${project}`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'de tu cuenta' : team === '' ? 'del equipo' : `del equipo «${team}»`
  return `${owner} en ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `Se ha cambiado tu contraseña de ${project}`,
    sentence: `La contraseña de tu cuenta se cambió el ${changedAt}. Si has hecho tú este cambio, puedes ignorar este correo.`,
    reason: `Si no has hecho tú este cambio, ve a ${project}, elige «¿Has olvidado tu contraseña?» en la página de inicio de sesión y establece una nueva contraseña. Así finalizarán todas las sesiones. Has recibido este correo porque esta es la dirección de la cuenta.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Se ha cambiado tu dirección de correo electrónico de ${project}`,
    sentence: `Esta dirección se quitó de tu cuenta el ${changedAt}. Si has hecho tú este cambio, puedes ignorar este correo.`,
    reason: `Si no has hecho tú este cambio, ponte en contacto inmediatamente con el servicio de asistencia de ${project}. Ahí pueden ver quién lo hizo. Has recibido este correo porque esta era la dirección de la cuenta.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Tu dirección de correo electrónico se ha añadido a una cuenta en ${project}`,
    sentence: `Esta dirección se añadió a una cuenta en ${project} el ${changedAt}. La cuenta no puede usarla para iniciar sesión hasta que la verifiques.`,
    reason: `Has recibido este correo porque alguien ha introducido esta dirección en los ajustes de su cuenta en ${project}. Si no has sido tú, puedes ignorar este correo. En ese caso, no abras ningún enlace de verificación para esta dirección.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Si has hecho tú este cambio, puedes ignorar este correo.'}`,
    reason: `Si no has hecho tú este cambio, ve a ${details.project}, deshazlo en los ajustes de tu cuenta y finaliza las sesiones que no reconozcas. Si ya no puedes iniciar sesión, ponte en contacto con el servicio de asistencia de ${details.project}. Has recibido este correo porque esta es la dirección de la cuenta.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Inicio de sesión en ${project} en un dispositivo nuevo`,
    sentence: `Se ha iniciado sesión con tu cuenta el ${signedInAt} en un dispositivo en el que no habías iniciado sesión antes.${device && ` Dispositivo: ${device}.`}${place && ` Lugar: ${place}.`} Si has sido tú, puedes ignorar este correo.`,
    action: 'No he sido yo',
    lifetime: `El enlace caduca el ${expiresAt}.`,
    reason: hasLink
      ? 'Si no has sido tú, elige «No he sido yo». Así finalizará la sesión y, si tu cuenta puede tener una contraseña, recibirás un correo para elegir una nueva. Has recibido este correo porque esta es la dirección de la cuenta.'
      : `Si no has sido tú, ve a ${project}, finaliza en los ajustes de tu cuenta la sesión que no reconozcas y cambia tu forma de iniciar sesión. Si tienes una contraseña, elige «¿Has olvidado tu contraseña?» en la página de inicio de sesión y establece una nueva. Así finalizarán todas las sesiones. Has recibido este correo porque esta es la dirección de la cuenta.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Se quitará tu segundo factor en ${project}`,
    sentence: `Un administrador de ${project} ha anunciado que el segundo factor de tu cuenta (aplicación de autenticación, códigos de recuperación, llaves de acceso) se quitará el ${takesEffectAt}. Después, ya no se necesitará para iniciar sesión.`,
    action: 'Cancelar la eliminación',
    lifetime: `Puedes cancelarla hasta el ${takesEffectAt}.`,
    reason:
      'Si lo has pedido tú porque has perdido tu segundo factor, puedes ignorar este correo. Si no, cancela la eliminación de inmediato. Has recibido este correo porque esta es una dirección verificada de la cuenta.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configura un segundo factor para tu cuenta de ${project}`,
    sentence: `A partir del ${dueAt}, tu cuenta de ${project} necesitará un segundo factor (una aplicación de autenticación o una llave de acceso). Configúralo antes en los ajustes de la cuenta. Después, solo podrás usar tu cuenta cuando lo hayas configurado.`,
    reason: `Has recibido este correo porque alguien ha iniciado sesión en tu cuenta de ${project}. Si no has sido tú, cambia tu contraseña.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `Se ha aprobado tu registro en ${project}`,
    sentence: `Se ha aprobado tu registro en ${project}. Ya puedes usar tu cuenta.`,
    action: 'Iniciar sesión',
    reason: `Has recibido este correo porque alguien se ha registrado en ${project} con esta dirección. Si no has sido tú, puedes ignorar este correo.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `Se ha rechazado tu registro en ${project}`,
    sentence: `Se ha rechazado tu registro en ${project} y se ha eliminado tu cuenta.`,
    reason: `Has recibido este correo porque alguien se ha registrado en ${project} con esta dirección. Si no has sido tú, puedes ignorar este correo.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Una clave de API de ${details.project} se ha encontrado en un lugar público y se ha revocado`,
    sentence: `Una clave de API ${ownerOfKey(details)} se ha encontrado en un lugar público${details.description === '' ? '' : `: «${details.description}»`}. Se revocó el ${details.revokedAt}. Los programas que usan la clave ya no tienen acceso. Crea una clave nueva para ellos y quita la anterior del lugar en el que se publicó. Comprueba qué se hizo antes con la clave.`,
    reason: `Has recibido este correo porque ${details.ownerType === 'team' ? 'puedes gestionar las claves de API del equipo' : 'esta es la dirección de la cuenta'}. Los usuarios de ${details.project} han elegido los nombres entre comillas.`,
  }),
}
