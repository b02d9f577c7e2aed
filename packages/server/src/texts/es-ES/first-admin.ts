import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Primer administrador · Portico',
  heading: 'Conviértete en el primer administrador',
  lead: 'Tu cuenta será propietaria de este servicio: de sus ajustes y de todos los proyectos sin propietario.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 8 caracteres; lo mejor es una frase.',
  scriptRequired: 'Esta página necesita JavaScript para leer el secreto del enlace.',
  closed: {
    heading: 'Este enlace está cerrado',
    lead: 'El enlace del primer administrador funciona una sola vez. Pide a un propietario de este servicio que te añada. Si el servicio ya no tiene ningún propietario, su operador puede crear un nuevo enlace.',
    dashboard: 'Abrir el panel de control',
  },
  script: {
    secretMissing: 'El enlace está incompleto: falta su secreto. Abre el enlace completo que muestra la consola.',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
    emailMissing: 'Introduce tu correo electrónico',
    emailMalformed: 'Introduce un correo electrónico válido',
    passwordMissing: 'Introduce tu contraseña',
    create: 'Crear cuenta',
    creating: 'Creando cuenta…',
    noResponse: 'El servicio no ha respondido. Vuelve a intentarlo.',
  },
  invalidLink: 'Este enlace no es válido. Usa el enlace más reciente que ha mostrado el servicio.',
  closedLink: 'El enlace del primer administrador está cerrado porque ya se ha creado el primer administrador.',
}
