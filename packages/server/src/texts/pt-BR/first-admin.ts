import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'Primeiro administrador · Portico',
  heading: 'Torne-se o primeiro administrador',
  lead: 'Sua conta será a proprietária deste serviço: das configurações dele e de todos os projetos sem proprietário.',
  email: 'E-mail',
  password: 'Senha',
  passwordHint: 'Mínimo de 8 caracteres; o melhor é uma frase.',
  scriptRequired: 'Esta página precisa de JavaScript para ler o segredo do link.',
  closed: {
    heading: 'Este link não está mais disponível',
    lead: 'O link do primeiro administrador funciona uma única vez. Peça a um proprietário deste serviço que adicione você. Se o serviço não tiver mais nenhum proprietário, o operador dele pode criar um novo link.',
    dashboard: 'Abrir o painel',
  },
  script: {
    secretMissing: 'O link está incompleto: falta o segredo. Abra o link completo que o console mostra.',
    showPassword: 'Mostrar senha',
    hidePassword: 'Ocultar senha',
    emailMissing: 'Digite seu e-mail',
    emailMalformed: 'Digite um e-mail válido',
    passwordMissing: 'Digite sua senha',
    create: 'Criar conta',
    creating: 'Criando conta…',
    noResponse: 'O serviço não respondeu. Tente novamente.',
  },
  invalidLink: 'Este link é inválido. Use o link mais recente exibido pelo serviço.',
  closedLink:
    'O link do primeiro administrador não está mais disponível, porque o primeiro administrador já foi criado.',
}
