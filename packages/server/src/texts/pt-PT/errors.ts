import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('pt')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('pt-PT', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('pt-PT', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'O ID ou o segredo do cliente OAuth não é válido. O ID do cliente é o ID do projeto, e o segredo é uma chave pública de cliente.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `A chave pública de cliente do projeto «${project_id}»`
      if (revoked_at_millis !== undefined) {
        return `${key} foi revogada em ${day(revoked_at_millis)}. Utilize outra.`
      }
      return expired_at_millis === undefined
        ? `A chave pública de cliente não é válida para o projeto «${project_id}». Verifique a chave e o ID do projeto.`
        : `${key} expirou em ${day(expired_at_millis)}. Crie uma nova.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Este fornecedor não está ativado para o projeto.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'O URL de redirecionamento não está na lista de domínios de confiança. Adicione o domínio nas definições do projeto ou permita localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'Não foi possível ler o token de acesso.',
    ACCESS_TOKEN_EXPIRED: () => 'O token de acesso expirou. Renove-o e tente novamente.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Âmbitos adicionais exigem chaves OAuth próprias; as chaves partilhadas não os permitem.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Para alterar isto, inicie sessão novamente. O seu último início de sessão foi há mais de ${Math.round(max_age_millis / 60_000)} minutos.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Este código não existe. Verifique-o ou peça um novo.',
    VERIFICATION_CODE_EXPIRED: () => 'Este código expirou. Peça um novo.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Este código já foi utilizado.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'Este código foi tentado demasiadas vezes. Peça um novo.',
    OUTER_OAUTH_TIMEOUT: () => 'O início de sessão no fornecedor demorou demasiado tempo. Inicie sessão novamente.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'O acesso foi recusado no fornecedor.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => 'De momento, o fornecedor não responde. Tente novamente mais tarde.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'Já associou outra conta deste fornecedor.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Esta conta do fornecedor já está associada a outro utilizador.',
    SIGN_UP_NOT_ENABLED: () => 'De momento, o registo de novos utilizadores não está ativado.',
    SIGN_UP_REJECTED: () =>
      'O registo foi recusado. Experimente outro endereço de e-mail ou outra forma de se registar, ou contacte o apoio desta aplicação.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Outra conta já inicia sessão com este endereço de e-mail. Para utilizar um fornecedor, inicie primeiro sessão nessa conta com a respetiva palavra-passe ou com um link por e-mail. Depois, associe o fornecedor nas definições da conta.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Configure um segundo fator para usar a sua conta.'
        : type === 'waiting'
          ? 'O seu registo aguarda aprovação.'
          : type === 'email_not_verified'
            ? 'Verifique o seu endereço de e-mail para utilizar a sua conta.'
            : `A sua conta está suspensa${until ? ` até ${moment(until)}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Demasiadas tentativas. Tente novamente dentro de momentos.'
        : `Demasiadas tentativas. Tente novamente dentro de ${seconds} ${plural(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `A palavra-passe é demasiado curta. O mínimo é de ${min_length} carateres.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `A palavra-passe é demasiado longa. O máximo é de ${maxLength} carateres.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Esta palavra-passe é demasiado fácil de adivinhar. Escolha outra.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Já existe um utilizador com este endereço de e-mail.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} rejeitou a configuração desta app (${reason ?? 'erro desconhecido'}). Contacte o operador da app.`,
    misconfigured: (provider) =>
      `O início de sessão com ${provider} não está configurado corretamente. Contacte o operador da app.`,
    noAddress: (provider) =>
      `${provider} não indicou nenhum endereço de e-mail para esta conta. Permita que ${provider} o partilhe ou utilize outro método de início de sessão.`,
    noAnswer: (provider) => `De momento, ${provider} não responde. Tente novamente daqui a pouco.`,
    notVerified: (provider) => `${provider} enviou uma resposta que não pôde ser verificada. Inicie sessão novamente.`,
    signInExpired: (provider) => `O início de sessão em ${provider} expirou. Inicie sessão novamente.`,
  },
  signInNotFound:
    'Este início de sessão não foi encontrado. Já foi concluído ou foi iniciado noutro navegador. Inicie sessão novamente.',
  overloaded: 'O serviço está sobrecarregado. Tente novamente dentro de pouco tempo.',
  unavailable: 'O serviço está indisponível. Tente novamente dentro de pouco tempo.',
  unexpected: (requestId) => `Erro interno do servidor. Comunique o erro, indicando o ID do pedido ${requestId}.`,
}
