import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('es')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('es-ES', { dateStyle: 'long', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('es-ES', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'El ID de cliente o el secreto de OAuth no es válido. El ID de cliente es el ID del proyecto; el secreto es una clave publicable de cliente.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `La clave publicable de cliente del proyecto «${project_id}»`
      if (revoked_at_millis !== undefined) {
        return `${key} se revocó el ${day(revoked_at_millis)}. Usa otra.`
      }
      return expired_at_millis === undefined
        ? `La clave publicable de cliente no es válida para el proyecto «${project_id}». Comprueba la clave y el ID del proyecto.`
        : `${key} caducó el ${day(expired_at_millis)}. Crea una nueva.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Este proveedor no está habilitado para el proyecto.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'La URL de redirección no está en la lista de dominios de confianza. Añade su dominio en los ajustes del proyecto o permite localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'No se ha podido leer el token de acceso.',
    ACCESS_TOKEN_EXPIRED: () => 'El token de acceso ha caducado. Renuévalo y vuelve a intentarlo.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Los ámbitos adicionales requieren claves de OAuth propias. Las claves compartidas no los admiten.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Para hacer este cambio, vuelve a iniciar sesión. Tu último inicio de sesión fue hace más de ${Math.round(max_age_millis / 60_000)} minutos.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Este código no existe. Revísalo o solicita uno nuevo.',
    VERIFICATION_CODE_EXPIRED: () => 'Este código ha caducado. Solicita uno nuevo.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Este código ya se ha usado.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () =>
      'Se han hecho demasiados intentos con este código. Solicita uno nuevo.',
    OUTER_OAUTH_TIMEOUT: () => 'El inicio de sesión con el proveedor ha tardado demasiado. Vuelve a iniciar sesión.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'Se ha rechazado el acceso en el proveedor.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () =>
      'El proveedor no responde en este momento. Vuelve a intentarlo más tarde.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'Ya has conectado otra cuenta de este proveedor.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Esta cuenta del proveedor ya está conectada a otro usuario.',
    SIGN_UP_NOT_ENABLED: () => 'El registro de usuarios nuevos no está habilitado en este momento.',
    SIGN_UP_REJECTED: () =>
      'Se ha rechazado el registro. Prueba con otra dirección de correo electrónico u otra forma de registrarte, o contacta con el soporte de esta aplicación.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Otra cuenta ya inicia sesión con esta dirección de correo electrónico. Para usar un proveedor, primero inicia sesión en esa cuenta con su contraseña o con un enlace por correo. Después, conecta el proveedor en los ajustes de la cuenta.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Configura un segundo factor para usar tu cuenta.'
        : type === 'waiting'
          ? 'Tu registro está pendiente de aprobación.'
          : type === 'email_not_verified'
            ? 'Verifica tu correo electrónico para usar tu cuenta.'
            : `Tu cuenta está suspendida${until ? ` hasta el ${moment(until)}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Demasiados intentos. Vuelve a intentarlo dentro de un momento.'
        : `Demasiados intentos. Vuelve a intentarlo dentro de ${seconds} ${plural(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) =>
      `La contraseña es demasiado corta. La longitud mínima es de ${min_length} caracteres.`,
    PASSWORD_TOO_LONG: ({ maxLength }) =>
      `La contraseña es demasiado larga. La longitud máxima es de ${maxLength} caracteres.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Esta contraseña es demasiado fácil de adivinar. Elige otra.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Ya existe un usuario con esta dirección de correo electrónico.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} ha rechazado la configuración de esta aplicación (${reason ?? 'error desconocido'}). Ponte en contacto con el operador de la aplicación.`,
    misconfigured: (provider) =>
      `El inicio de sesión con ${provider} no está configurado correctamente. Ponte en contacto con el operador de la aplicación.`,
    noAddress: (provider) =>
      `${provider} no ha proporcionado ninguna dirección de correo electrónico para esta cuenta. Permite que ${provider} la comparta o usa otro método de inicio de sesión.`,
    noAnswer: (provider) => `${provider} no responde en este momento. Vuelve a intentarlo más tarde.`,
    notVerified: (provider) =>
      `${provider} ha enviado una respuesta que no se ha podido verificar. Vuelve a iniciar sesión.`,
    signInExpired: (provider) => `El inicio de sesión con ${provider} ha caducado. Vuelve a iniciar sesión.`,
  },
  signInNotFound:
    'No se ha encontrado este inicio de sesión. Ya se ha completado o se inició en otro navegador. Vuelve a iniciar sesión.',
  overloaded: 'El servicio está sobrecargado. Vuelve a intentarlo en breve.',
  unavailable: 'El servicio no está disponible. Vuelve a intentarlo en breve.',
  unexpected: (requestId) => `Error interno del servidor. Notifícalo con el ID de solicitud ${requestId}.`,
}
