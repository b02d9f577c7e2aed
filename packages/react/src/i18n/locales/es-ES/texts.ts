import { pluralsOf } from '@portico/ui/language/plural'
import { errors } from './errors.ts'
import type { Locale } from '../locale.ts'
import type { LocalePlurals } from '../plurals.ts'
import type { LocaleTexts } from '../texts.ts'

const texts: LocaleTexts = {
  'Sign in to your account': 'Inicia sesión en tu cuenta',
  'Create a new account': 'Crea una nueva cuenta',
  "Don't have an account?": '¿No tienes cuenta?',
  'Already have an account?': '¿Ya tienes cuenta?',
  'Sign in': 'Iniciar sesión',
  'Sign up': 'Registrarse',
  'Sign out': 'Cerrar sesión',
  'Or continue with': 'O continúa con',
  Email: 'Correo',
  'Email & Password': 'Correo y contraseña',
  'No authentication method enabled': 'No hay ningún método de inicio de sesión habilitado',
  Password: 'Contraseña',
  'Repeat password': 'Repetir contraseña',
  'Forgot password?': '¿Has olvidado tu contraseña?',
  'Show password': 'Mostrar contraseña',
  'Hide password': 'Ocultar contraseña',
  'At least {n} characters': 'Al menos {n} caracteres',
  'Signing in…': 'Iniciando sesión…',
  'Signed in': 'Sesión iniciada',
  'Signing up…': 'Creando la cuenta…',
  'Account created': 'Cuenta creada',
  'Ways to sign in': 'Métodos de inicio de sesión',
  'Sign in with {provider}': 'Iniciar sesión con {provider}',
  'Sign up with {provider}': 'Registrarse con {provider}',
  last: 'último',
  'You signed in with this last time': 'La última vez iniciaste sesión con este método',
  'Open this page in its own tab': 'Abre esta página en su propia pestaña',
  'This page is embedded in another site. To protect your account, it works only in its own tab.':
    'Esta página está incrustada en otro sitio. Para proteger tu cuenta, solo funciona en su propia pestaña.',
  'Open in a new tab': 'Abrir en una nueva pestaña',
  'You cannot sign in with a provider inside a frame. Open this page in its own tab.':
    'No puedes iniciar sesión con un proveedor dentro de un marco. Abre esta página en su propia pestaña.',
  'Redirecting to {provider}…': 'Redirigiendo a {provider}…',
  'Sign in with a passkey': 'Iniciar sesión con llave de acceso',
  'Waiting for your passkey…': 'Esperando tu llave de acceso…',
  'The passkey was not accepted. Try again, or choose another way to sign in.':
    'No se ha aceptado la llave de acceso. Vuelve a intentarlo o elige otra forma de iniciar sesión.',
  'The passkey could not be used here. Choose another way to sign in.':
    'No se ha podido usar la llave de acceso aquí. Elige otra forma de iniciar sesión.',

  'Send code': 'Enviar código',
  'Check your email': 'Consulta tu correo',
  'Enter the code from the email to {email}, or open the link in it.':
    'Introduce el código del correo enviado a {email} o abre el enlace que incluye.',
  'Code from the email': 'Código del correo',
  'Send a new code': 'Enviar un nuevo código',
  'New code in {n} s': 'Nuevo código en {n} s',
  'A new code is on its way.': 'Un nuevo código está en camino.',
  'Invalid code': 'Código no válido',
  'Invalid TOTP code': 'Código TOTP no válido',
  'Invalid TOTP code. Please try signing in again.': 'El código TOTP no es válido. Vuelve a iniciar sesión.',
  'New account registration is not allowed': 'No se permite registrar nuevas cuentas',
  'Your account is suspended': 'Tu cuenta está suspendida',
  'You cannot sign in with this account.': 'No puedes iniciar sesión con esta cuenta.',
  Until: 'Hasta',
  Reason: 'Motivo',
  'If you think this is a mistake, contact support.':
    'Si crees que se trata de un error, ponte en contacto con el servicio de asistencia.',
  'Back to sign-in': 'Volver al inicio de sesión',
  'Terms of service': 'Condiciones del servicio',
  'Privacy policy': 'Política de privacidad',
  'Confirm that it is you': 'Confirma que eres tú',
  'Enter the code that your authenticator app shows for {project}.':
    'Introduce el código que tu aplicación de autenticación muestra para {project}.',
  'Enter the code that your authenticator app shows.':
    'Introduce el código que muestra tu aplicación de autenticación.',
  'Six-digit code': 'Código de seis dígitos',
  'Checking…': 'Comprobando…',
  'The TOTP code is invalid. Please try again.': 'El código TOTP no es válido. Vuelve a intentarlo.',
  'The sign-in took too long. Please start again.': 'El inicio de sesión ha tardado demasiado. Vuelve a empezar.',
  'There is no sign-in to finish': 'No hay ningún inicio de sesión que completar',
  'Start again from the sign-in page.': 'Vuelve a empezar desde la página de inicio de sesión.',

  'Sign in with this link?': '¿Iniciar sesión con este enlace?',
  'Someone requested this link to sign in with your email address. Continue only if it was you.':
    'Alguien ha solicitado este enlace para iniciar sesión con tu dirección de correo electrónico. Continúa solo si has sido tú.',
  'The link signs you in as another user. Continue only if you created it yourself just now.':
    'El enlace inicia sesión como otro usuario. Continúa solo si lo acabas de crear tú.',
  'The link signs you in as {email}.': 'Con este enlace, inicias sesión como {email}.',
  'You are signed in.': 'Has iniciado sesión.',

  'Sign-in methods removed': 'Métodos de inicio de sesión quitados',
  'You have confirmed this email address for the first time. Before that, someone else could have added sign-in methods or API keys to the account. These were removed:':
    'Has confirmado esta dirección de correo electrónico por primera vez. Antes, otra persona podría haber añadido métodos de inicio de sesión o claves de API a la cuenta. Se han quitado los siguientes:',
  'Account at {provider}': 'Cuenta de {provider}',
  'You can add them again in your account settings.': 'Puedes volver a añadirlos en los ajustes de tu cuenta.',
  'You can add them again in your account settings. Reconnect {providers} there.':
    'Puedes volver a añadirlos en los ajustes de tu cuenta. Vuelve a conectar ahí {providers}.',
  Continue: 'Continuar',

  'One moment, please.': 'Un momento.',
  'The sign-in is taking longer than expected.': 'El inicio de sesión está tardando más de lo previsto.',
  'If nothing happens:': 'Si no ocurre nada:',
  'This sign-in cannot be completed here': 'Este inicio de sesión no se puede completar aquí',
  'It was started in another window, has expired, or is already complete. Please sign in again.':
    'Se inició en otra ventana, ha caducado o ya se ha completado. Vuelve a iniciar sesión.',
  'The sign-in took too long': 'El inicio de sesión ha tardado demasiado',
  'The sign-in was not completed in time. Please start again.':
    'El inicio de sesión no se ha completado a tiempo. Vuelve a empezar.',
  'This email address belongs to an account': 'Esta dirección de correo electrónico pertenece a una cuenta',
  'There is already an account with this email address. Sign in to it the way you did before, for example with your password or an email link. Then connect the provider in your account settings.':
    'Ya existe una cuenta con esta dirección de correo electrónico. Inicia sesión en ella como lo hacías antes, por ejemplo, con tu contraseña o con un enlace por correo. Después, conecta el proveedor en los ajustes de tu cuenta.',
  'This provider is not enabled': 'Este proveedor no está habilitado',
  'You cannot sign in with this provider at the moment. Choose another way to sign in.':
    'Ahora mismo no puedes iniciar sesión con este proveedor. Elige otra forma de iniciar sesión.',

  'Allow the command line to sign in as you?': '¿Permitir que la línea de comandos inicie sesión en tu nombre?',
  'A program wants to sign in as {name}. Continue only if you started it yourself just now.':
    'Un programa quiere iniciar sesión como {name}. Continúa solo si lo acabas de iniciar tú.',
  'If you did not start it, refuse. Someone may be trying to use your account.':
    'Si no lo has iniciado tú, rechaza la solicitud. Puede que alguien esté intentando usar tu cuenta.',
  Device: 'Dispositivo',
  'Network address': 'Dirección de red',
  Requested: 'Solicitado',
  Unknown: 'Se desconoce',
  Allow: 'Permitir',
  'Allowing…': 'Permitiendo…',
  Refuse: 'Rechazar',
  'Refusing…': 'Rechazando…',
  'You can go back to the command line': 'Puedes volver a la línea de comandos',
  'The command line is now signed in. You can close this page.':
    'La línea de comandos ya ha iniciado sesión. Puedes cerrar esta página.',
  Refused: 'Solicitud rechazada',
  'The command line was not signed in. You can close this page.':
    'La línea de comandos no ha iniciado sesión. Puedes cerrar esta página.',
  'Nothing to confirm': 'No hay nada que confirmar',
  'This request was already answered, it has expired, or its link is incomplete. Start again from the command line.':
    'Esta solicitud ya se ha respondido, ha caducado o su enlace está incompleto. Vuelve a empezar desde la línea de comandos.',
  'The command line could not be signed in': 'La línea de comandos no ha podido iniciar sesión',
  Close: 'Cerrar',

  'Please enter your email': 'Introduce tu correo electrónico',
  'Please enter a valid email': 'Introduce un correo electrónico válido',
  'Please enter your password': 'Introduce tu contraseña',
  'Please repeat your password': 'Repite tu contraseña',
  'Passwords do not match': 'Las contraseñas no coinciden',
  'Password too short. Minimum length is {n}.':
    'La contraseña es demasiado corta. La longitud mínima es de {n} caracteres.',
  'Password too long. Maximum length is {n}.':
    'La contraseña es demasiado larga. La longitud máxima es de {n} caracteres.',

  'You are already signed in': 'Ya has iniciado sesión',
  'You are not currently signed in.': 'No tienes una sesión iniciada.',
  'Sign up for new users is not enabled at the moment.':
    'El registro de nuevos usuarios no está habilitado en este momento.',
  'Email sent!': '¡Correo enviado!',
  'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.':
    'Si existe un usuario con esta dirección, te hemos enviado un correo electrónico. No olvides mirar en la carpeta de correo no deseado.',
  'Password reset successfully!': '¡Contraseña restablecida!',
  'You can now sign in with your new password.': 'Ya puedes iniciar sesión con tu nueva contraseña.',
  'An unknown error occurred.': 'Se ha producido un error desconocido.',
  'Please try again and if the problem persists, contact support.':
    'Vuelve a intentarlo. Si el problema persiste, ponte en contacto con el servicio de asistencia.',
  'Go home': 'Ir al inicio',

  'Verify your email': 'Verifica tu correo electrónico',
  'Confirm that this email address is yours.': 'Confirma que esta dirección de correo electrónico es tuya.',
  'Verify your email address to use your account.': 'Verifica tu correo electrónico para usar tu cuenta.',
  'Use another email address': 'Usar otro correo electrónico',
  'Your email': 'Tu correo electrónico',
  Verify: 'Verificar',
  'Verifying…': 'Verificando…',
  Cancel: 'Cancelar',
  'Email verified': 'Dirección verificada',
  'Your email address is confirmed.': 'Tu dirección de correo electrónico está confirmada.',
  'Is this your account?': '¿Es tuya esta cuenta?',
  'This account uses your email address. Confirm it only if you created it: its password and all its data stay valid.':
    'Esta cuenta usa tu dirección de correo electrónico. Confírmala solo si la has creado tú: su contraseña y todos sus datos siguen siendo válidos.',
  'No name': 'Sin nombre',
  Created: 'Creación',
  'This is my account': 'Esta cuenta es mía',
  'This wasn’t me': 'No he sido yo',
  'Remove your email address from this account?': '¿Quitar tu dirección de correo electrónico de esta cuenta?',
  'Your email address was added to this account. Confirm it only if the account is yours.':
    'Se ha añadido tu dirección de correo electrónico a esta cuenta. Confírmala solo si la cuenta es tuya.',
  'This account uses your email address. Verify it only if the account is yours. To sign in with this address as well, sign in to the account first, then open the link again.':
    'Esta cuenta usa tu dirección de correo electrónico. Verifícala solo si la cuenta es tuya. Para iniciar sesión también con esta dirección, primero inicia sesión en la cuenta y después vuelve a abrir el enlace.',
  'Your email address is removed from the account, and all sessions of the account end. If the account has another verified address, we notify its user there.':
    'Se quitará tu dirección de correo electrónico de la cuenta y finalizarán todas las sesiones de la cuenta. Si la cuenta tiene otra dirección verificada, avisaremos ahí a su usuario.',
  'Your email address is removed from the account. If the account has another verified address, we notify its user there.':
    'Se quitará tu dirección de correo electrónico de la cuenta. Si la cuenta tiene otra dirección verificada, avisaremos ahí a su usuario.',
  'Remove my address': 'Quitar mi dirección',
  'Email address removed': 'Dirección de correo quitada',
  'The account no longer uses your email address.': 'La cuenta ya no usa tu dirección de correo electrónico.',
  'Invalid link': 'Enlace no válido',
  'This link is incomplete or no longer exists. Open the newest email and use its link.':
    'Este enlace está incompleto o ya no existe. Abre el correo más reciente y usa su enlace.',
  'Expired link': 'Enlace caducado',
  'This link has expired. Request a new email and use its link.':
    'Este enlace ha caducado. Solicita un nuevo correo y usa su enlace.',
  'Used link': 'Enlace ya usado',
  'This link has already been used. Request a new email if you need another one.':
    'Este enlace ya se ha usado. Solicita un nuevo correo si necesitas otro enlace.',
  'Link opened too many times': 'El enlace se ha abierto demasiadas veces',
  'This link was opened too many times. Request a new email and use its link.':
    'Este enlace se ha abierto demasiadas veces. Solicita un nuevo correo y usa su enlace.',

  'Reset your password': 'Restablece tu contraseña',
  'Enter your email, and we will send you a link to choose a new password.':
    'Introduce tu correo electrónico y te enviaremos un enlace para elegir una nueva contraseña.',
  'Send link': 'Enviar enlace',
  'Sending…': 'Enviando…',
  'Remember your password?': '¿Recuerdas tu contraseña?',
  'Choose a new password': 'Elige una nueva contraseña',
  'New password': 'Nueva contraseña',
  'Repeat new password': 'Repetir nueva contraseña',
  'Reset password': 'Restablecer contraseña',
  'Resetting…': 'Restableciendo…',
  'The password could not be reset': 'No se ha podido restablecer la contraseña',
  'Request a new email and try again.': 'Solicita un nuevo correo y vuelve a intentarlo.',
  'Request a new link': 'Solicitar un nuevo enlace',

  'Signing out…': 'Cerrando sesión…',
  'Loading…': 'Cargando…',
  'Still connecting…': 'Todavía conectando…',
  'This page does not exist': 'Esta página no existe',
  'Check the address, or start again from the home page.':
    'Comprueba la dirección o vuelve a empezar desde la página principal.',
  'You seem to be offline': 'Parece que no tienes conexión',
  'Check your connection, then try again.': 'Comprueba tu conexión y vuelve a intentarlo.',
  'The service did not answer': 'El servicio no ha respondido',
  'Your data is safe. Wait a moment, then try again.':
    'Tus datos están a salvo. Espera un momento y vuelve a intentarlo.',
  'Please allow cookies for this page, then try again.': 'Permite las cookies en esta página y vuelve a intentarlo.',
  'Please open this page with https, then try again.': 'Abre esta página con https y vuelve a intentarlo.',
  'Too many attempts. Please try again in a moment.': 'Demasiados intentos. Vuelve a intentarlo dentro de un momento.',
  'Too many attempts. Please try again in {n} seconds.':
    'Demasiados intentos. Vuelve a intentarlo dentro de {n} segundos.',
  'Too many attempts. Please try again in {n} minutes.':
    'Demasiados intentos. Vuelve a intentarlo dentro de {n} minutos.',
  'Try again': 'Reintentar',
  'Sign-in could not be completed': 'No se ha podido completar el inicio de sesión',
  'You are signed in, but the page after sign-in sends you back here each time. It may not be able to read your session, for example because your browser blocks cookies. If the problem persists, contact support.':
    'Has iniciado sesión, pero la página que sigue al inicio de sesión te devuelve aquí cada vez. Puede que no pueda leer tu sesión, por ejemplo, porque tu navegador bloquea las cookies. Si el problema persiste, ponte en contacto con el servicio de asistencia.',
  'Something went wrong': 'Algo ha ido mal',
  'The sign-in failed with the error {code}.': 'El inicio de sesión ha fallado con el error {code}.',
  'The provider does not answer': 'El proveedor no responde',
  'It may be unavailable at the moment. Try again later, or choose another way to sign in.':
    'Puede que no esté disponible en este momento. Vuelve a intentarlo más tarde o elige otra forma de iniciar sesión.',
  'You refused access': 'Has rechazado el acceso',
  'The provider did not confirm who you are because access was refused. You can try again.':
    'El proveedor no ha confirmado quién eres porque se ha rechazado el acceso. Puedes volver a intentarlo.',
  'Account already connected': 'La cuenta ya está conectada',
  'This provider account is already connected to another user.':
    'Esta cuenta del proveedor ya está conectada a otro usuario.',
  'Another account is connected': 'Hay otra cuenta conectada',
  'You have already connected another account from this provider.': 'Ya has conectado otra cuenta de este proveedor.',
  'Sign in again': 'Volver a iniciar sesión',
  'Your session has ended. What you typed is still here.': 'Tu sesión ha finalizado. Lo que has escrito sigue aquí.',

  'Open user menu': 'Abrir el menú de usuario',
  'User menu': 'Menú de usuario',
  'You are not signed in': 'No has iniciado sesión',
  Language: 'Idioma',
  'Toggle theme': 'Cambiar el tema',
  'You are signed in as {name}.': 'Has iniciado sesión como {name}.',
  'An administrator started this session. Profile, sign-in methods and keys cannot be changed.':
    'Un administrador ha iniciado esta sesión. No se pueden cambiar el perfil, los métodos de inicio de sesión ni las claves.',
  'End impersonation': 'Finalizar la sesión',

  'Account settings': 'Ajustes de la cuenta',
  Profile: 'Perfil',
  'Your name and your picture.': 'Tu nombre y tu imagen.',
  'Sign-in and security': 'Inicio de sesión y seguridad',
  'How you sign in and how your account is protected.': 'Cómo inicias sesión y cómo se protege tu cuenta.',
  'Active sessions': 'Sesiones activas',
  'The devices where you are signed in. End any session you do not recognise.':
    'Los dispositivos en los que has iniciado sesión. Finaliza cualquier sesión que no reconozcas.',
  Account: 'Cuenta',
  'Manage your account.': 'Gestiona tu cuenta.',
  Change: 'Cambiar',
  Add: 'Añadir',
  Save: 'Guardar',
  'Saving…': 'Guardando…',
  Saved: 'Guardado',
  'Remove…': 'Quitar…',
  'Replace…': 'Sustituir…',
  'Removing…': 'Quitando…',
  'Not given': 'Sin indicar',
  Set: 'Configurada',
  'Not set': 'No configurada',
  On: 'Activado',
  Off: 'Desactivado',
  Name: 'Nombre',
  Picture: 'Imagen',
  'Choose picture': 'Elegir imagen',
  'Opening…': 'Abriendo…',
  'This file could not be opened as a picture.': 'No se ha podido abrir este archivo como imagen.',
  'Choose a JPEG, PNG or WebP file.': 'Elige un archivo JPEG, PNG o WebP.',
  'Left to right': 'De izquierda a derecha',
  'Top to bottom': 'De arriba abajo',
  Zoom: 'Zoom',
  'Drag the picture, or use the sliders.': 'Arrastra la imagen o usa los controles deslizantes.',
  'Save picture': 'Guardar imagen',
  'Picture saved.': 'Imagen guardada.',
  'Remove your picture?': '¿Quitar tu imagen?',
  'Remove picture': 'Quitar imagen',
  'Picture removed.': 'Imagen quitada.',
  Primary: 'Principal',
  Unverified: 'Sin verificar',
  'Send verification email': 'Enviar correo de verificación',
  'You have not confirmed yet that this mailbox is yours. Until you do, you can lose the address or your sign-in methods.':
    'Todavía no has confirmado que este buzón es tuyo. Hasta que lo hagas, puedes perder la dirección o tus métodos de inicio de sesión.',
  'Confirm that this is your mailbox': 'Confirmar que este buzón es tuyo',
  'Email addresses': 'Direcciones de correo',
  'Addresses that receive our mail and that you can sign in with.':
    'Direcciones que reciben nuestros correos y con las que puedes iniciar sesión.',
  'Add email address': 'Añadir dirección de correo',
  'Used for sign-in': 'Se usa para iniciar sesión',
  'Verify this address first.': 'Primero, verifica esta dirección.',
  'This is your only address to sign in with.': 'Esta es tu única dirección para iniciar sesión.',
  'Make primary': 'Usar como principal',
  'Use for sign-in': 'Usar para iniciar sesión',
  'Stop using for sign-in': 'Dejar de usar para iniciar sesión',
  'Remove {email}?': '¿Quitar {email}?',
  'You will have no primary address until you choose another one.':
    'No tendrás una dirección principal hasta que elijas otra.',
  'You can no longer receive our mail there or sign in with it.':
    'Ya no podrás recibir nuestros correos ahí ni iniciar sesión con esta dirección.',
  'Remove address': 'Quitar dirección',
  'We send a link to this address. Open it to verify the address.':
    'Enviaremos un enlace a esta dirección. Ábrelo para verificarla.',
  'You already have this address': 'Ya tienes esta dirección',
  'Another account already signs in with this address.': 'Otra cuenta ya inicia sesión con esta dirección.',
  'Address added. Open the link in the email to verify it.':
    'Dirección añadida. Abre el enlace del correo para verificarla.',
  'Primary address changed.': 'Se ha cambiado la dirección principal.',
  'You can now sign in with this address.': 'Ya puedes iniciar sesión con esta dirección.',
  'The address is no longer used for sign-in.': 'La dirección ya no se usa para iniciar sesión.',
  'Address removed.': 'Dirección quitada.',
  'Adding…': 'Añadiendo…',
  'Email sent. Check your spam folder as well.': 'Correo enviado. Revisa también tu carpeta de correo no deseado.',
  'To set a password, you need an email address to sign in with.':
    'Para establecer una contraseña, necesitas una dirección de correo electrónico con la que puedas iniciar sesión.',
  'Set password': 'Establecer contraseña',
  'Change password': 'Cambiar contraseña',
  'Current password': 'Contraseña actual',
  'This is not your current password': 'Esta no es tu contraseña actual',
  'Password set.': 'Contraseña establecida.',
  'Password changed. All other sessions have ended.':
    'Se ha cambiado la contraseña. Todas las demás sesiones han finalizado.',
  'Choose a stronger password': 'Elige una contraseña más segura',
  'Your password still works, but it does not meet the current rules. A stronger one protects your account better.':
    'Tu contraseña sigue funcionando, pero no cumple las normas actuales. Una más segura protege mejor tu cuenta.',
  Passkeys: 'Llaves de acceso',
  'Add passkey': 'Añadir llave de acceso',
  'Waiting for your device…': 'Esperando tu dispositivo…',
  'Sign in with a fingerprint, a face or the PIN of your device.':
    'Inicia sesión con una huella dactilar, tu cara o el PIN de tu dispositivo.',
  'To add a passkey, you need a verified email address.':
    'Para añadir una llave de acceso, necesitas una dirección de correo electrónico verificada.',
  'Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.':
    'Los navegadores rechazan las llaves de acceso en una dirección IP. Abre esta página por su nombre, por ejemplo, localhost.',
  'This is your only way to sign in, so it cannot be removed.':
    'Esta es tu única forma de iniciar sesión, así que no se puede quitar.',
  'Options for {name}': 'Opciones de {name}',
  Rename: 'Cambiar nombre',
  'Please enter a name': 'Introduce un nombre',
  'A name has at most {n} characters.': 'El nombre puede tener {n} caracteres como máximo.',
  'Added on {date}': 'Añadida el {date}',
  'Not used yet': 'Sin usar todavía',
  'Passkey added.': 'Llave de acceso añadida.',
  'Passkey renamed.': 'Se ha cambiado el nombre de la llave de acceso.',
  'Passkey removed. Delete it from your device or password manager as well.':
    'Llave de acceso quitada. Elimínala también de tu dispositivo o de tu gestor de contraseñas.',
  'Remove the passkey?': '¿Quitar la llave de acceso?',
  'You can no longer use it to sign in here.': 'Ya no podrás usarla para iniciar sesión aquí.',
  'Remove passkey': 'Quitar llave de acceso',
  'This device already has a passkey for your account.':
    'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  'This device cannot store passkeys.': 'Este dispositivo no puede guardar llaves de acceso.',
  'Try again with another device or a password manager.': 'Prueba con otro dispositivo o con un gestor de contraseñas.',
  'The passkey could not be added.': 'No se ha podido añadir la llave de acceso.',
  'Please try again, or use another device.': 'Vuelve a intentarlo o usa otro dispositivo.',
  'Code by email': 'Código por correo',
  'Sign in with a code that we send you, without a password.':
    'Inicia sesión sin contraseña, con un código que te enviamos.',
  'To sign in with a code, you need a verified email address.':
    'Para iniciar sesión con un código, necesitas una dirección de correo electrónico verificada.',
  'This is your only way to sign in, so it cannot be switched off.':
    'Esta es tu única forma de iniciar sesión, así que no se puede desactivar.',
  'Switch on': 'Activar',
  'Switch off': 'Desactivar',
  'Switch off…': 'Desactivar…',
  'Switch off signing in with a code?': '¿Desactivar el inicio de sesión con código?',
  'Connected accounts': 'Cuentas conectadas',
  'Disconnect…': 'Desconectar…',
  Disconnect: 'Desconectar',
  'Disconnecting…': 'Desconectando…',
  'Disconnect your account at {provider}?': '¿Desconectar tu cuenta de {provider}?',
  '{provider} is disconnected.': 'Se ha desconectado la cuenta de {provider}.',
  'No addresses': 'No hay direcciones',
  'No accounts': 'No hay cuentas',
  'No passkeys': 'No hay llaves de acceso',
  'Sign in with an account that you already have at a provider.':
    'Inicia sesión con una cuenta que ya tienes en un proveedor.',
  'Connect account': 'Conectar cuenta',
  'Connecting…': 'Conectando…',
  'Second factor': 'Segundo factor',
  'Authenticator app': 'Aplicación de autenticación',
  'Set up a second factor to use your account.': 'Configura un segundo factor para usar tu cuenta.',
  'Set up a second factor by {date}. After that, you can only set one up when you sign in.':
    'Configura un segundo factor antes del {date}. Después, al iniciar sesión solo podrás configurarlo.',
  'To set up an authenticator app, first confirm that one of your email addresses is yours.':
    'Para configurar una aplicación de autenticación, primero confirma que una de tus direcciones de correo electrónico es tuya.',
  'Set up': 'Configurar',
  'A code from an app on your phone protects your account even if someone else knows your password.':
    'Un código de una aplicación de tu móvil protege tu cuenta aunque otra persona sepa tu contraseña.',
  'Signing in also requires a code from your app.':
    'Para iniciar sesión, también se necesita un código de tu aplicación.',
  'Scan this with an authenticator app.': 'Escanea esto con una aplicación de autenticación.',
  'QR code for your authenticator app': 'Código QR para tu aplicación de autenticación',
  'Or type this key into the app:': 'O escribe esta clave en la aplicación:',
  'Copy key': 'Copiar clave',
  Copied: 'Copiado',
  'Please select the text and copy it.': 'Selecciona el texto y cópialo.',
  'Open in an app on this phone': 'Abrir en una aplicación de este móvil',
  'Then enter the six digits it shows': 'Después, introduce los seis dígitos que muestra',
  'Please enter all six digits': 'Introduce los seis dígitos',
  'The clocks of your devices differ. Set the time automatically on both devices, then try again.':
    'Los relojes de tus dispositivos no coinciden. Configura la hora automática en ambos dispositivos y vuelve a intentarlo.',
  'Replace app': 'Sustituir aplicación',
  'Finally, enter the six digits of your current app': 'Por último, introduce los seis dígitos de tu aplicación actual',
  'Signing in now requires a code from the new app.':
    'Ahora, para iniciar sesión, se necesita un código de la nueva aplicación.',
  'From now on, signing in requires a code.': 'A partir de ahora, para iniciar sesión, se necesita un código.',
  'Remove the second factor?': '¿Quitar el segundo factor?',
  'You will sign in without a code. We will notify you by email.':
    'Iniciarás sesión sin un código. Te avisaremos por correo.',
  'You can then sign in with the passkey instead of a code.':
    'Después, podrás iniciar sesión con la llave de acceso en lugar de un código.',
  'Code from your authenticator app': 'Código de tu aplicación de autenticación',
  'Remove second factor': 'Quitar segundo factor',
  'Second factor removed. You now sign in without a code.':
    'Segundo factor quitado. Ahora inicias sesión sin un código.',
  'Use a recovery code': 'Usar un código de recuperación',
  'Use your authenticator app': 'Usar la aplicación de autenticación',
  'Recovery code': 'Código de recuperación',
  'Enter one of the recovery codes that you saved. Each works once.':
    'Introduce uno de los códigos de recuperación que guardaste. Cada uno sirve una sola vez.',
  'Recovery codes': 'Códigos de recuperación',
  'Unused: {n}': 'Sin usar: {n}',
  'If you lose your phone, a recovery code takes the place of a code from your app. Each works once.':
    'Si pierdes el móvil, un código de recuperación sustituye a un código de tu aplicación. Cada uno sirve una sola vez.',
  'Create codes': 'Crear códigos',
  'Save these codes where you can find them without your phone. They are shown only now.':
    'Guarda estos códigos donde puedas encontrarlos sin el móvil. Solo se muestran ahora.',
  'Copy codes': 'Copiar códigos',
  Print: 'Imprimir',
  'Replace the recovery codes?': '¿Sustituir los códigos de recuperación?',
  'The present codes stop working. We will notify you by email.':
    'Los códigos actuales dejarán de funcionar. Te avisaremos por correo.',
  'Replace codes': 'Sustituir códigos',
  'No codes': 'No hay códigos',
  'Recovery codes for {project}': 'Códigos de recuperación de {project}',
  'Please enter the whole code': 'Introduce el código completo',
  'All recovery codes are used. Create new ones.': 'Se han usado todos los códigos de recuperación. Crea otros nuevos.',
  'Cancel the removal of your second factor?': '¿Cancelar la eliminación de tu segundo factor?',
  'Your second factor stays. Signing in still requires it.':
    'Tu segundo factor se conserva. Se sigue necesitando para iniciar sesión.',
  'Announced removal': 'Eliminación anunciada',
  'Your second factor will be removed at this time. If you did not ask for this, cancel the removal.':
    'Tu segundo factor se quitará en ese momento. Si no lo has pedido, cancela la eliminación.',
  'Cancel the removal': 'Cancelar la eliminación',
  'Cancelling…': 'Cancelando…',
  'Removal cancelled': 'Eliminación cancelada',
  'End the session on the new device?': '¿Finalizar la sesión que no es tuya?',
  'We end the session on the new device. If your account can have a password, we also send you a link to choose a new one.':
    'Finalizaremos la sesión en el dispositivo nuevo. Si tu cuenta puede tener una contraseña, también te enviaremos un enlace para elegir una nueva.',
  'Session ended': 'Sesión finalizada',
  'Check your email and choose a new password. This ends all other sessions as well.':
    'Consulta tu correo y elige una nueva contraseña. Así también finalizarán todas las demás sesiones.',
  'Check your account settings: remove each way to sign in and end each session that you do not recognise.':
    'Revisa los ajustes de tu cuenta: quita cada forma de iniciar sesión y finaliza cada sesión que no reconozcas.',
  'There are no active sessions.': 'No hay sesiones activas.',
  'This device': 'Este dispositivo',
  'Started by an administrator': 'Sesión iniciada por un administrador',
  'Unknown device': 'Dispositivo desconocido',
  '{browser} on {system}': '{browser} en {system}',
  'Last used': 'Último uso',
  'Signed in on {date}': 'Sesión iniciada el {date}',
  End: 'Finalizar',
  'End the session of {device}?': '¿Finalizar la sesión de {device}?',
  'End session': 'Finalizar sesión',
  'Ending…': 'Finalizando…',
  'The session has ended.': 'La sesión ha finalizado.',
  'Other sessions': 'Otras sesiones',
  'Remember this device until {date}': 'Recordar este dispositivo hasta el {date}',
  'Remembered devices': 'Dispositivos recordados',
  Forget: 'Olvidar',
  'Ask for your second factor on {device} again?': '¿Volver a pedir tu segundo factor en {device}?',
  'That device asks for your second factor again.': 'Ese dispositivo volverá a pedir tu segundo factor.',
  'You are signed in on this device only.': 'Solo has iniciado sesión en este dispositivo.',
  'Signs you out on all other devices, for example after you lose one.':
    'Cierra tu sesión en todos los demás dispositivos, por ejemplo, si pierdes uno.',
  'End all others…': 'Finalizar todas las demás…',
  'End all others': 'Finalizar todas las demás',
  'All other sessions have ended.': 'Todas las demás sesiones han finalizado.',
  'Ends the session on this device.': 'Finaliza la sesión en este dispositivo.',
  'Your data': 'Tus datos',
  'The data that is stored about your account, as a JSON file.':
    'Los datos guardados sobre tu cuenta, en un archivo JSON.',
  Download: 'Descargar',
  'Downloaded as {file}.': 'Se ha descargado como {file}.',
  'Delete account': 'Eliminar cuenta',
  'Delete account…': 'Eliminar cuenta…',
  'Deletes your account and all its data. This cannot be undone.':
    'Elimina tu cuenta y todos sus datos. Esta acción no se puede deshacer.',
  'Delete the account {name} at {project}?': '¿Eliminar la cuenta {name} en {project}?',
  'Delete account permanently': 'Eliminar cuenta definitivamente',
  'Deleting…': 'Eliminando…',
  'Keep account': 'Conservar cuenta',
  'Your account has been deleted': 'Se ha eliminado tu cuenta',
  'You are signed out everywhere.': 'Se ha cerrado tu sesión en todas partes.',
  'Your sign-up is waiting for approval': 'Tu registro está pendiente de aprobación',
  'You can use your account as soon as it is approved.': 'Podrás usar tu cuenta en cuanto se apruebe.',
  'This is not allowed': 'Esto no está permitido',
  'An administrator started this session, or your account lacks permission.':
    'Un administrador ha iniciado esta sesión o tu cuenta no tiene permiso.',
  'To change this, sign in again. Your last sign-in was more than {n} minutes ago.':
    'Para cambiar esto, vuelve a iniciar sesión. Tu último inicio de sesión fue hace más de {n} minutos.',

  'You are invited to a team': 'Te han invitado a un equipo',
  'The invited address belongs to an account. Sign in to join the team.':
    'La dirección invitada pertenece a una cuenta. Inicia sesión para unirte al equipo.',
  'Create an account to join the team. If you already have one, sign in.':
    'Crea una cuenta para unirte al equipo. Si ya tienes una, inicia sesión.',
  'New accounts cannot be created at the moment. If you already have one, sign in to join the team.':
    'No se pueden crear nuevas cuentas en este momento. Si ya tienes una, inicia sesión para unirte al equipo.',
  'Create account': 'Crear cuenta',
  'Its members will see your name and your picture.': 'Sus miembros verán tu nombre y tu imagen.',
  Team: 'Equipo',
  'Invited by': 'Invitación de',
  Invited: 'Invitación para',
  'Signed in as': 'Sesión iniciada como',
  'Join team': 'Unirse al equipo',
  'Joining…': 'Uniéndote…',
  'Not now': 'Ahora no',
  'This invitation is for another address': 'Esta invitación es para otra dirección',
  'Your account does not have the invited address. Switch to the right account, or join with this one.':
    'Tu cuenta no tiene la dirección invitada. Cambia a la cuenta correcta o únete con esta.',
  'Switch account': 'Cambiar de cuenta',
  'Join with this account': 'Unirse con esta cuenta',
  'You are now a member': 'Ahora eres miembro',
  'You can open the team at any time in your account settings.':
    'Puedes abrir el equipo en cualquier momento en los ajustes de tu cuenta.',
  'Open your invitation again': 'Vuelve a abrir tu invitación',
  'This page does not know your invitation, for example because the sign-in ended in another tab or browser. Open the link in the invitation email again.':
    'Esta página no conoce tu invitación, por ejemplo, porque el inicio de sesión terminó en otra pestaña o en otro navegador. Vuelve a abrir el enlace del correo de invitación.',
  'Invalid invitation': 'Invitación no válida',
  'The link is incomplete, or the invitation was withdrawn. Ask the person who invited you for a new invitation.':
    'El enlace está incompleto o se ha retirado la invitación. Pide una nueva invitación a la persona que te invitó.',
  'Expired invitation': 'Invitación caducada',
  'This invitation has expired. Ask the person who invited you for a new invitation.':
    'Esta invitación ha caducado. Pide una nueva invitación a la persona que te invitó.',
  'Used invitation': 'Invitación ya usada',
  'This invitation was already accepted. If that was you, open the team in your account settings.':
    'Esta invitación ya se ha aceptado. Si has sido tú, abre el equipo en los ajustes de tu cuenta.',
  'This link was opened too many times. Ask the person who invited you for a new invitation.':
    'Este enlace se ha abierto demasiadas veces. Pide una nueva invitación a la persona que te invitó.',
  'Your invitation has verified this address.': 'Tu invitación ha verificado esta dirección.',

  // Invitations to sign up
  'You are invited to {project}': 'Te han invitado a {project}',
  'Accept the invitation to create an account. If you already have an account with this address, the invitation signs you in.':
    'Acepta la invitación para crear una cuenta. Si ya tienes una cuenta con esta dirección, la invitación inicia tu sesión.',
  'Accept invitation': 'Aceptar invitación',
  'You are already signed in. To accept the invitation, sign out first.':
    'Ya has iniciado sesión. Para aceptar la invitación, cierra antes la sesión.',
  'This invitation was already accepted. If that was you, sign in.':
    'Esta invitación ya se ha aceptado. Si has sido tú, inicia sesión.',

  Teams: 'Equipos',
  'Current team': 'Equipo actual',
  'Other teams': 'Otros equipos',
  'You have no other teams': 'No tienes otros equipos',
  'You are not a member of a team': 'No perteneces a ningún equipo',
  'Settings of {name}': 'Ajustes de {name}',
  'Select a team': 'Selecciona un equipo',
  'No team': 'Ningún equipo',
  'Create a team': 'Crear un equipo',
  'Load the teams again': 'Volver a cargar los equipos',
  'Search teams': 'Buscar equipos',
  'Search members': 'Buscar miembros',
  'Search invitations': 'Buscar invitaciones',
  '{n} found': 'Resultados: {n}',
  'No matches': 'Sin resultados',
  'Show {n} more': 'Mostrar {n} más',

  'Teams that you are invited to.': 'Equipos a los que te han invitado.',
  'You are its first member and can invite others.': 'Eres su primer miembro y puedes invitar a otras personas.',
  'Create team': 'Crear equipo',
  'Creating…': 'Creando…',
  'Team created': 'Equipo creado',
  'You cannot create teams here': 'No puedes crear equipos aquí',
  'How you appear in this team, and what you can manage.': 'Cómo apareces en este equipo y qué puedes gestionar.',
  'This team is not available': 'Este equipo no está disponible',
  'It was deleted, or you are not a member.': 'Se ha eliminado o no eres miembro.',
  'Your profile': 'Tu perfil',
  'Your picture': 'Tu imagen',
  'Your name': 'Tu nombre',
  'For the members of this team only.': 'Solo para los miembros de este equipo.',
  'Remove your picture from this team?': '¿Quitar tu imagen de este equipo?',
  'The team then sees the picture of your account.': 'El equipo verá entonces la imagen de tu cuenta.',
  'Team picture': 'Imagen del equipo',
  'Team name': 'Nombre del equipo',
  'Second factor required': 'Segundo factor obligatorio',
  'Each member needs an authenticator app or a passkey.':
    'Cada miembro necesita una aplicación de autenticación o una llave de acceso.',
  'Switch on…': 'Activar…',
  'Require a second factor of all members?': '¿Exigir un segundo factor a todos los miembros?',
  'Members without one must set it up within the time that the app allows, and you too. Some members must sign in again.':
    'Los miembros que no tengan uno deben configurarlo en el plazo que da la aplicación, y tú también. Algunos miembros tendrán que iniciar sesión de nuevo.',
  'No longer require a second factor?': '¿Dejar de exigir un segundo factor?',
  'Members keep their second factors and can remove them.':
    'Los miembros conservan su segundo factor y pueden quitarlo.',
  'Remove the picture of the team?': '¿Quitar la imagen del equipo?',
  Members: 'Miembros',
  'Only you': 'Solo tú',
  '{n} people': '{n} personas',
  You: 'Tú',
  'Remove {name} from the team?': '¿Quitar a {name} del equipo?',
  'They need a new invitation to return.': 'Necesitará una nueva invitación para volver.',
  'Remove member': 'Quitar miembro',
  'Member removed.': 'Miembro quitado.',
  'Roles of {name}': 'Roles de {name}',
  'You can grant and revoke only permissions that you have yourself.':
    'Solo puedes conceder y revocar permisos que tú también tengas.',
  Roles: 'Roles',
  'Single permissions': 'Permisos individuales',
  'Roles changed.': 'Se han cambiado los roles.',
  Administrator: 'Administrador',
  Member: 'Miembro',
  'Change name and picture': 'Cambiar el nombre y la imagen',
  'Delete the team': 'Eliminar el equipo',
  'See the members': 'Ver los miembros',
  'Remove members': 'Quitar miembros',
  'Invite people': 'Invitar a personas',
  'Manage API keys': 'Gestionar claves de API',
  'Change roles': 'Cambiar roles',
  'Change the roles of members': 'Cambiar los roles de los miembros',
  Invitations: 'Invitaciones',
  'Open invitations': 'Invitaciones pendientes',
  'No open invitations': 'No hay invitaciones pendientes',
  'We send a link by email. People without an account can create one with it.':
    'Enviamos un enlace por correo. Con él, las personas sin cuenta pueden crear una.',
  'Invite…': 'Invitar…',
  'Please enter an email address': 'Introduce una dirección de correo electrónico',
  'Send invitation': 'Enviar invitación',
  'Invitation sent to {email}.': 'Se ha enviado la invitación a {email}.',
  'Valid until {date}': 'Válida hasta el {date}',
  'Send again': 'Volver a enviar',
  'Withdraw…': 'Retirar…',
  'Withdraw the invitation of {email}?': '¿Retirar la invitación de {email}?',
  'The link in the email then no longer works.': 'El enlace del correo dejará de funcionar.',
  'Withdraw invitation': 'Retirar invitación',
  'Withdrawing…': 'Retirando…',
  'Invitation withdrawn.': 'Invitación retirada.',
  'Leave team': 'Abandonar equipo',
  'Leave…': 'Abandonar…',
  'You lose access to the team.': 'Perderás el acceso al equipo.',
  'Leave {name}?': '¿Abandonar {name}?',
  'Leaving…': 'Abandonando…',
  'To return, you need a new invitation.': 'Para volver, necesitarás una nueva invitación.',
  'You are the last member. No one can open the team after you leave.':
    'Eres el último miembro. Nadie podrá abrir el equipo cuando lo abandones.',
  'You can manage this team. If no other member can, no one will be able to manage it.':
    'Puedes gestionar este equipo. Si ningún otro miembro puede hacerlo, nadie podrá gestionarlo.',
  'You are the only member who can manage this team. Give this role to another member first.':
    'Eres el único miembro que puede gestionar este equipo. Primero, asigna este rol a otro miembro.',
  'You are no longer a member of {name}.': 'Ya no eres miembro de {name}.',
  'Delete team': 'Eliminar equipo',
  'Delete team…': 'Eliminar equipo…',
  'Deletes the team with all its data, for all members. This cannot be undone.':
    'Elimina el equipo con todos sus datos, para todos los miembros. Esta acción no se puede deshacer.',
  'Delete the team {name}?': '¿Eliminar el equipo {name}?',
  'Its members and their data in the team are removed at once.':
    'Sus miembros y los datos que tienen en el equipo se quitan inmediatamente.',
  'Delete team permanently': 'Eliminar equipo definitivamente',
  'Keep team': 'Conservar equipo',
  '{name} is deleted.': 'Se ha eliminado {name}.',

  'API keys': 'Claves de API',
  'Your programs act as you with these keys. Treat them like passwords.':
    'Con estas claves, tus programas actúan en tu nombre. Trátalas como contraseñas.',
  'Your programs act for the team with these keys. Treat them like passwords.':
    'Con estas claves, tus programas actúan en nombre del equipo. Trátalas como contraseñas.',
  'Your keys': 'Tus claves',
  'No keys yet': 'Aún no hay claves',
  'No valid keys': 'No hay claves válidas',
  'Create a key, then send it with each request:': 'Crea una clave y envíala con cada solicitud:',
  'Copy command': 'Copiar comando',
  'Create key…': 'Crear clave…',
  'Create an API key': 'Crear una clave de API',
  Description: 'Descripción',
  'Name the program or device that uses the key.': 'Indica el programa o el dispositivo que usa la clave.',
  'Please enter a description': 'Introduce una descripción',
  'A description has at most {n} characters.': 'La descripción puede tener {n} caracteres como máximo.',
  Expiry: 'Caducidad',
  '1 day': '1 día',
  '{n} days': '{n} días',
  '1 year': '1 año',
  Never: 'Nunca',
  Unchanged: 'Sin cambios',
  'The key works until you revoke it.': 'La clave funciona hasta que la revoques.',
  'Create key': 'Crear clave',
  'There are {n} valid keys, the maximum.': 'Hay {n} claves válidas, el máximo permitido.',
  'Revoke keys that you no longer need, then try again.':
    'Revoca las claves que ya no necesites y vuelve a intentarlo.',
  'Store this key now': 'Guarda esta clave ahora',
  'It is shown only once. If you lose it, create a new one.': 'Solo se muestra una vez. Si la pierdes, crea una nueva.',
  'I have stored it': 'La he guardado',
  'Confirm that you have stored the key.': 'Confirma que has guardado la clave.',
  Done: 'Hecho',
  Key: 'Clave',
  Status: 'Estado',
  Options: 'Opciones',
  All: 'Todas',
  Valid: 'Válida',
  Expired: 'Caducada',
  Revoked: 'Revocada',
  Public: 'Pública',
  'Until {date}': 'Hasta el {date}',
  'Expires {when}': 'Caduca {when}',
  'Does not expire': 'No caduca',
  'Search keys': 'Buscar claves',
  Edit: 'Editar',
  'Key changed.': 'Se ha cambiado la clave.',
  'Revoke…': 'Revocar…',
  'Revoke {name}?': '¿Revocar {name}?',
  'Programs that use this key lose access at once. It cannot be made valid again.':
    'Los programas que usan esta clave pierden el acceso inmediatamente. La clave no podrá volver a ser válida.',
  'Revoke key': 'Revocar clave',
  'Revoking…': 'Revocando…',
  'Key revoked.': 'Clave revocada.',

  'Wrong e-mail or password.': 'El correo electrónico o la contraseña son incorrectos.',
  'A user with this e-mail address already exists.': 'Ya existe un usuario con esta dirección de correo electrónico.',
  'This password is too easy to guess. Please choose another one.':
    'Esta contraseña es demasiado fácil de adivinar. Elige otra.',
  'Signing in with a password is not enabled for this project.':
    'El inicio de sesión con contraseña no está habilitado para este proyecto.',
}

const plural = pluralsOf('es')

const plurals: LocalePlurals = {
  '{n} valid keys': (n) =>
    plural(n, { one: '1 clave válida', many: '{n} de claves válidas', other: '{n} claves válidas' }),
  'End {n} other sessions?': (n) =>
    plural(n, {
      one: '¿Finalizar la otra sesión?',
      many: '¿Finalizar otros {n} de sesiones?',
      other: '¿Finalizar otras {n} sesiones?',
    }),
}

export const locale: Locale = { texts, plurals, errors }
