import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Primeiro administrador · Portico',
  heading: 'Torne-se o primeiro administrador',
  lead: 'A sua conta passa a ser proprietária deste serviço: das respetivas definições e de todos os projetos sem proprietário.',
  email: 'E-mail',
  password: 'Palavra-passe',
  passwordHint: 'Mínimo de 8 carateres; o melhor é uma frase.',
  scriptRequired: 'Esta página precisa de JavaScript para ler o segredo do link.',
  closed: {
    heading: 'Este link já não está disponível',
    lead: 'O link do primeiro administrador funciona uma única vez. Peça a um proprietário deste serviço que adicione a sua conta. Se o serviço já não tiver nenhum proprietário, o respetivo operador pode criar um novo link.',
    dashboard: 'Abrir o painel',
  },
  script: {
    secretMissing: 'O link está incompleto: falta o segredo. Abra o link completo que a consola apresenta.',
    showPassword: 'Mostrar palavra-passe',
    hidePassword: 'Ocultar palavra-passe',
    emailMissing: 'Introduza o seu e-mail',
    emailMalformed: 'Introduza um e-mail válido',
    passwordMissing: 'Introduza a sua palavra-passe',
    create: 'Criar conta',
    creating: 'A criar conta…',
    noResponse: 'O serviço não respondeu. Tente novamente.',
  },
  invalidLink: 'Este link é inválido. Utilize o link mais recente apresentado pelo serviço.',
  closedLink: 'O link do primeiro administrador já não está disponível, porque o primeiro administrador já foi criado.',
}
