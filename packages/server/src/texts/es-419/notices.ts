import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('es')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'la contraseña',
  passkey: 'todas las llaves de acceso',
  authenticator_app: 'la app de autenticación',
  api_keys: 'todas las claves de API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'la propiedad de todos los proyectos',
  teams_left: 'la pertenencia a equipos con otros miembros',
  team_members: 'los miembros de equipos que la cuenta había invitado',
  team_invitations: 'las invitaciones pendientes a equipos',
  team_api_keys: 'las claves de API de equipos',
  teams: 'el nombre, la imagen y la configuración de los equipos sin otros miembros',
  profile: 'el nombre, la imagen y la configuración del perfil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'reemplaza otra dirección de la cuenta',
  primary: 'ahora es la dirección principal',
  not_primary: 'ya no es la dirección principal',
  used_for_sign_in: 'se podrá usar para iniciar sesión cuando esté verificada',
  not_used_for_sign_in: 'ya no se usa para iniciar sesión',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'una clave de API' : `la clave de API “${apiKeyName}”`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'una llave de acceso' : `la llave de acceso “${passkeyName}”`

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
  const reconnect = disconnectedCount === 0 ? '' : ` y volver a conectar ${disconnected} allí`
  return `${verified} se verificó por primera vez el ${changedAt}. Antes, otra persona podría haber agregado métodos de inicio de sesión o claves de API, así que se quitó lo siguiente: ${parts}. Puedes configurarlo de nuevo en la configuración de tu cuenta${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Se agregó una app de autenticación a tu cuenta el ${changedAt}. Ahora, para iniciar sesión, se requiere un código de esta app.`,
  authenticator_app_replaced: ({ changedAt }) => `La app de autenticación de tu cuenta se reemplazó el ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `La app de autenticación de tu cuenta se quitó el ${changedAt}. Para iniciar sesión, ya no se requiere un código de ella.`,
  authenticator_app_reset: ({ changedAt }) =>
    `El segundo factor de tu cuenta se quitó el ${changedAt}, tal como lo había anunciado un administrador. Ya no se requiere para iniciar sesión.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `La eliminación anunciada del segundo factor de tu cuenta se canceló el ${changedAt}. Se sigue requiriendo para iniciar sesión.`,
  recovery_codes_created: ({ changedAt }) =>
    `Se crearon nuevos códigos de recuperación para tu cuenta el ${changedAt}. Cada uno reemplaza una vez un código de tu app de autenticación. Los códigos de recuperación anteriores ya no funcionan.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Se usó un código de recuperación de tu cuenta el ${changedAt} en lugar de un código de tu app de autenticación. Códigos de recuperación sin usar: ${unusedCodes}.`,
  passkey_added: (details) =>
    `Se agregó ${passkey(details)} a tu cuenta el ${details.changedAt}. Se puede usar para iniciar sesión.`,
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
    `La dirección de correo electrónico ${address} se quitó de tu cuenta el ${changedAt}. La persona propietaria de ese buzón de correo informó que la cuenta pertenece a otra persona.`,
  address_added: ({ address, changedAt }) =>
    `La dirección de correo electrónico ${address} se agregó a tu cuenta el ${changedAt}.`,
  address_updated: (details) =>
    `La dirección de correo electrónico ${details.address} de tu cuenta se cambió el ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `La dirección de correo electrónico ${address} se quitó de tu cuenta el ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `Se creó una clave de API de tu cuenta en ${project}`
  if (change === 'recovery_code_used') return `Se usó un código de recuperación de tu cuenta en ${project}`
  return change.startsWith('address_')
    ? `Se cambiaron las direcciones de correo electrónico de tu cuenta en ${project}`
    : `Se cambió la forma en que inicias sesión en ${project}`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'de tu cuenta' : team === '' ? 'del equipo' : `del equipo “${team}”`
  return `${owner} en ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `Se cambió tu contraseña de ${project}`,
    sentence: `La contraseña de tu cuenta se cambió el ${changedAt}. Si tú hiciste este cambio, puedes ignorar este correo.`,
    reason: `Si no hiciste este cambio, ve a ${project}, elige “¿Olvidaste tu contraseña?” en la página de inicio de sesión y establece una contraseña nueva. Así finalizarán todas las sesiones. Recibiste este correo porque esta es la dirección de la cuenta.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Se cambió tu dirección de correo electrónico de ${project}`,
    sentence: `Esta dirección se quitó de tu cuenta el ${changedAt}. Si tú hiciste este cambio, puedes ignorar este correo.`,
    reason: `Si no hiciste este cambio, comunícate de inmediato con el soporte de ${project}. Allí pueden ver quién lo hizo. Recibiste este correo porque esta era la dirección de la cuenta.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Tu dirección de correo electrónico se agregó a una cuenta en ${project}`,
    sentence: `Esta dirección se agregó a una cuenta en ${project} el ${changedAt}. La cuenta no puede usarla para iniciar sesión hasta que la verifiques.`,
    reason: `Recibiste este correo porque alguien ingresó esta dirección en la configuración de su cuenta en ${project}. Si no fuiste tú, puedes ignorar este correo. En ese caso, no abras ningún enlace de verificación para esta dirección.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Si tú hiciste este cambio, puedes ignorar este correo.'}`,
    reason: `Si no hiciste este cambio, ve a ${details.project}, deshazlo en la configuración de tu cuenta y finaliza las sesiones que no reconozcas. Si ya no puedes iniciar sesión, comunícate con el soporte de ${details.project}. Recibiste este correo porque esta es la dirección de la cuenta.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Inicio de sesión en ${project} en un dispositivo nuevo`,
    sentence: `Se inició sesión con tu cuenta el ${signedInAt} en un dispositivo en el que no habías iniciado sesión antes.${device && ` Dispositivo: ${device}.`}${place && ` Lugar: ${place}.`} Si fuiste tú, puedes ignorar este correo.`,
    action: 'No fui yo',
    lifetime: `El enlace vence el ${expiresAt}.`,
    reason: hasLink
      ? 'Si no fuiste tú, elige “No fui yo”. Así finalizará la sesión y, si tu cuenta puede tener una contraseña, recibirás un correo para elegir una nueva. Recibiste este correo porque esta es la dirección de la cuenta.'
      : `Si no fuiste tú, ve a ${project}, finaliza en la configuración de tu cuenta la sesión que no reconozcas y cambia tu forma de iniciar sesión. Si tienes una contraseña, elige “¿Olvidaste tu contraseña?” en la página de inicio de sesión y establece una nueva. Así finalizarán todas las sesiones. Recibiste este correo porque esta es la dirección de la cuenta.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Se quitará tu segundo factor en ${project}`,
    sentence: `Un administrador de ${project} anunció que el segundo factor de tu cuenta (app de autenticación, códigos de recuperación, llaves de acceso) se quitará el ${takesEffectAt}. Después, ya no se requerirá para iniciar sesión.`,
    action: 'Cancelar la eliminación',
    lifetime: `Puedes cancelarla hasta el ${takesEffectAt}.`,
    reason:
      'Si lo pediste porque perdiste tu segundo factor, puedes ignorar este correo. Si no, cancela la eliminación de inmediato. Recibiste este correo porque esta es una dirección verificada de la cuenta.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configura un segundo factor para tu cuenta de ${project}`,
    sentence: `A partir del ${dueAt}, tu cuenta de ${project} requerirá un segundo factor (una app de autenticación o una llave de acceso). Configúralo antes en la configuración de la cuenta. Después, solo podrás usar tu cuenta cuando lo hayas configurado.`,
    reason: `Recibiste este correo porque alguien inició sesión en tu cuenta de ${project}. Si no fuiste tú, cambia tu contraseña.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `Se aprobó tu registro en ${project}`,
    sentence: `Se aprobó tu registro en ${project}. Ya puedes usar tu cuenta.`,
    action: 'Iniciar sesión',
    reason: `Recibiste este correo porque alguien se registró en ${project} con esta dirección. Si no fuiste tú, puedes ignorar este correo.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `Se rechazó tu registro en ${project}`,
    sentence: `Se rechazó tu registro en ${project} y se eliminó tu cuenta.`,
    reason: `Recibiste este correo porque alguien se registró en ${project} con esta dirección. Si no fuiste tú, puedes ignorar este correo.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Una clave de API de ${details.project} se encontró en un lugar público y se revocó`,
    sentence: `Una clave de API ${ownerOfKey(details)} se encontró en un lugar público${details.description === '' ? '' : `: “${details.description}”`}. Se revocó el ${details.revokedAt}. Los programas que usan la clave ya no tienen acceso. Crea una clave nueva para ellos y quita la anterior del lugar donde se publicó. Revisa qué se hizo antes con la clave.`,
    reason: `Recibiste este correo porque ${details.ownerType === 'team' ? 'puedes administrar las claves de API del equipo' : 'esta es la dirección de la cuenta'}. Los usuarios de ${details.project} eligieron los nombres entre comillas.`,
  }),
}
