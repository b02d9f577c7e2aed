import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Primer administrador · Portico',
  heading: 'Conviértete en el primer administrador',
  lead: 'Tu cuenta será propietaria de este servicio: de su configuración y de todos los proyectos sin propietario.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 8 caracteres; lo mejor es una frase.',
  scriptRequired: 'Esta página necesita JavaScript para leer el secreto del enlace.',
  closed: {
    heading: 'Este enlace está cerrado',
    lead: 'El enlace del primer administrador funciona una sola vez. Pídele a un propietario de este servicio que te agregue. Si el servicio ya no tiene ningún propietario, su operador puede crear un enlace nuevo.',
    dashboard: 'Abrir el panel',
  },
  script: {
    secretMissing: 'El enlace está incompleto: falta su secreto. Abre el enlace completo que muestra la consola.',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
    emailMissing: 'Ingresa tu correo electrónico',
    emailMalformed: 'Ingresa un correo electrónico válido',
    passwordMissing: 'Ingresa tu contraseña',
    create: 'Crear cuenta',
    creating: 'Creando cuenta…',
    noResponse: 'El servicio no respondió. Inténtalo de nuevo.',
  },
  invalidLink: 'Este enlace no es válido. Usa el enlace más reciente que mostró el servicio.',
  closedLink: 'El enlace del primer administrador está cerrado porque el primer administrador ya se creó.',
}
