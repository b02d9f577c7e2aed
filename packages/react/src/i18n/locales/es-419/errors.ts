import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('es-419', { dateStyle: 'long', timeZone: 'UTC' })
  const ofProject = `La ${name} del proyecto “${details.project_id}”`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} se revocó el ${day(details.revoked_at_millis)}. Usa otra.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} venció el ${day(details.expired_at_millis)}. Crea una nueva.`
  }
  return `La ${name} no es válida para el proyecto “${details.project_id}”. Revisa la clave y el ID del proyecto.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `El servicio respondió con el error ${originalErrorCode}, que esta versión no conoce. Actualiza tu versión del SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'La solicitud incluye una clave de proyecto, pero no el encabezado X-Stack-Access-Type. Envía client, server o admin junto con la clave.',
  INVALID_ACCESS_TYPE: ({ accessType }) => `X-Stack-Access-Type es “${accessType}”. Debe ser client, server o admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Una solicitud con el tipo de acceso ${request_type} debe indicar su proyecto en el encabezado X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED:
    'Este endpoint requiere el encabezado X-Stack-Access-Type junto con la clave de proyecto correspondiente.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Este endpoint no está disponible para el tipo de acceso ${actual_access_type}. Está disponible para: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('clave publicable de cliente', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('clave secreta de servidor', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('clave supersecreta de administrador', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'No se pudo leer el token de acceso de administrador.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'El token de acceso de administrador venció. Renuévalo e inténtalo de nuevo.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'El proyecto de este token de acceso de administrador ya no existe.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN:
    'El usuario de este token de acceso de administrador no es propietario del proyecto.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'Falta la clave publicable de cliente. Envíala en el encabezado X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED:
    'Falta la clave secreta de servidor. Envíala en el encabezado X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'La solicitud debe incluir una clave publicable de cliente o una clave secreta de servidor.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La solicitud debe incluir una clave publicable de cliente o una clave supersecreta de administrador.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La solicitud debe incluir una clave publicable de cliente, una clave secreta de servidor o una clave supersecreta de administrador.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'Falta la clave supersecreta de administrador. Envíala en el encabezado X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Este endpoint solo existe en el proyecto “internal”.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'No se pudo leer el token de acceso.',
  ACCESS_TOKEN_EXPIRED: 'El token de acceso venció. Renuévalo e inténtalo de nuevo.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `El token de acceso pertenece al proyecto “${actual_project_id}”, pero la solicitud indica el proyecto “${expected_project_id}”.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'La sesión no existe o ya finalizó. Inicia sesión de nuevo.',
  CANNOT_DELETE_CURRENT_SESSION: 'La sesión actual no se puede eliminar. En su lugar, cierra sesión.',
  PROVIDER_REJECTED: 'El proveedor de inicio de sesión finalizó su sesión. Inicia sesión de nuevo.',
  USER_AUTHENTICATION_REQUIRED: 'Para esto, debes iniciar sesión.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Para hacer este cambio, inicia sesión de nuevo. Tu último inicio de sesión fue hace más de ${Math.round(max_age_millis / 60_000)} minutos.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `Tu rol en este proyecto (${role}) no permite esto: le falta el derecho ${right}. Consulta a un propietario del proyecto.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'La solicitud indica “me”, pero ningún usuario inició sesión. Envía el token de acceso de un usuario.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Configura un segundo factor para usar tu cuenta.'
      : type === 'waiting'
        ? 'Tu registro está pendiente de aprobación.'
        : type === 'email_not_verified'
          ? 'Verifica tu correo electrónico para usar tu cuenta.'
          : `Tu cuenta está suspendida${until ? ` hasta el ${new Date(until).toLocaleString('es-419', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'Primero se debe verificar la dirección de correo electrónico. Solicita un correo de verificación y abre su enlace en el navegador en el que iniciaste sesión.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `No existe ningún usuario con el ID “${user_id}”.`,
  USER_NOT_FOUND: 'No se encontró el usuario.',
  PROJECT_NOT_FOUND: ({ project_id }) => `No se encontró el proyecto “${project_id}”.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'La plantilla cambió desde que la leíste. No se guardó nada. Lee la plantilla de nuevo.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'El proyecto envía sus correos a través del servidor compartido, que no envía correos escritos por un proyecto. Primero, configura un servidor de correo del proyecto.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Esta configuración del proyecto cambió desde que la leíste: ${conflicts.map(({ path }) => path).join(', ')}. No se guardó nada. Lee el proyecto de nuevo.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `No existe la rama “${branch_id}”. La única rama es “main”.`,
  SIGN_UP_REJECTED:
    'Se rechazó el registro. Prueba con otro correo electrónico u otra forma de registrarte, o comunícate con el soporte de esta aplicación.',
  BOT_CHALLENGE_REQUIRED: 'Confirma que no eres un robot.',
  BOT_CHALLENGE_FAILED: 'No se pudo confirmar que no eres un robot. Vuelve a intentarlo en un momento.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'El inicio de sesión con llave de acceso no está habilitado para este proyecto.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Los usuarios anónimos no están habilitados para este proyecto.',
  REDIRECT_URL_NOT_WHITELISTED:
    'La URL de redireccionamiento no está en la lista de dominios de confianza. Agrega su dominio en la configuración del proyecto o permite localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Este usuario no tiene contraseña.',
  PASSWORD_CONFIRMATION_MISMATCH: 'Las contraseñas no coinciden.',
  EMAIL_ALREADY_VERIFIED: 'La dirección de correo electrónico ya está verificada.',
  EMAIL_NOT_ASSOCIATED_WITH_USER:
    'La dirección de correo electrónico no pertenece a ningún usuario que pueda iniciar sesión con ella.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) =>
    `La dirección ${email} no es la dirección de correo electrónico principal del usuario.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Este código no existe. Revísalo o solicita uno nuevo.',
  VERIFICATION_CODE_EXPIRED: 'Este código venció. Solicita uno nuevo.',
  VERIFICATION_CODE_ALREADY_USED: 'Este código ya se usó.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Se hicieron demasiados intentos con este código. Solicita uno nuevo.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'No se pudo agregar la llave de acceso.',
  PASSKEY_WEBAUTHN_ERROR: 'No se pudo usar la llave de acceso.',
  PASSKEY_AUTHENTICATION_FAILED: 'No se aceptó la llave de acceso.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Se requiere un segundo factor para iniciar sesión.',
  INVALID_RECOVERY_CODE: 'El código de recuperación no es correcto o ya se usó. Usa otro.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'No hay ninguna app de autenticación. Configura una primero.',
  INVALID_POLLING_CODE: 'El código de sondeo no existe.',
  CLI_AUTH_ERROR: 'Falló el inicio de sesión en la línea de comandos.',
  CLI_AUTH_EXPIRED_ERROR: 'El inicio de sesión en la línea de comandos venció. Inténtalo de nuevo.',
  CLI_AUTH_USED_ERROR: 'Este token de inicio de sesión ya se usó.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'El usuario no conectó ninguna cuenta de este proveedor.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'Esta cuenta del proveedor ya está conectada a otro usuario.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'La cuenta conectada no otorga el alcance requerido.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Los alcances adicionales requieren claves de OAuth propias. Las claves compartidas no los admiten.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Los tokens de acceso de un proveedor requieren claves de OAuth propias. Las claves compartidas no los admiten.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'El ID de cliente o el secreto de OAuth no es válido. El ID de cliente es el ID del proyecto; el secreto es una clave publicable de cliente.',
  INVALID_SCOPE: ({ scope }) => `El alcance “${scope}” no es válido. El único alcance es “legacy”.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Ya conectaste otra cuenta de este proveedor.',
  OUTER_OAUTH_TIMEOUT: 'El inicio de sesión con el proveedor tardó demasiado. Inicia sesión de nuevo.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Este proveedor no está habilitado para el proyecto.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `No hay claves compartidas para el proveedor “${provider_id}”.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `El proveedor “${provider_id}” no existe.`,
  INVALID_AUTHORIZATION_CODE: 'El código de autorización no es válido o venció.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'El proveedor no responde en este momento. Inténtalo más tarde.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'Se rechazó el acceso en el proveedor.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Otra cuenta ya inicia sesión con esta dirección de correo electrónico. Para usar un proveedor, primero inicia sesión en esa cuenta con su contraseña o con un enlace por correo. Luego, conecta el proveedor en la configuración de la cuenta.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `No se encontró el permiso “${permission_id}”.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `El permiso “${permission_id}” no es un permiso de ${expected_scope === 'team' ? 'equipo' : 'proyecto'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `No se puede incluir el permiso “${permission_id}” porque no existe.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `El ID de permiso “${permission_id}” ya está en uso.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `El usuario ${user_id} necesita el permiso de proyecto “${permission_id}”.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `El usuario ${user_id} necesita el permiso “${permission_id}” en el equipo ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `El usuario ${user_id} no tiene el permiso “${permission_id}” en el equipo ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `No se encontró el equipo ${team_id}.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `El equipo ${team_id} ya existe.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Cantidad máxima de equipos que puede crear un usuario: ${max_teams}. Elimina un equipo que ya no necesites.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `El usuario ${user_id} no es miembro del equipo ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'El usuario ya es miembro del equipo.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'Crea una cuenta o inicia sesión antes de aceptar la invitación.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Esta plantilla de correo ya está personalizada.',
  API_KEY_EXPIRED: 'La clave de API venció.',
  API_KEY_REVOKED: 'La clave de API se revocó.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Esta clave de API es del tipo ${actual_type}. Este endpoint espera una del tipo ${expected_type}.`,
  API_KEY_NOT_FOUND: 'No se encontró la clave de API.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'El detector de secretos no puede revocar una clave de API pública.',
}
