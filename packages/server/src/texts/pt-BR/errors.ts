import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('pt')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('pt-BR', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'O ID ou o segredo do cliente OAuth não é válido. O ID do cliente é o ID do projeto, e o segredo é uma chave pública de cliente.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `A chave pública de cliente do projeto “${project_id}”`
      if (revoked_at_millis !== undefined) {
        return `${key} foi revogada em ${day(revoked_at_millis)}. Use outra.`
      }
      return expired_at_millis === undefined
        ? `A chave pública de cliente não é válida para o projeto “${project_id}”. Confira a chave e o ID do projeto.`
        : `${key} expirou em ${day(expired_at_millis)}. Crie uma nova.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Este provedor não está ativado para o projeto.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'A URL de redirecionamento não está na lista de domínios confiáveis. Adicione o domínio nas configurações do projeto ou permita localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'Não foi possível ler o token de acesso.',
    ACCESS_TOKEN_EXPIRED: () => 'O token de acesso expirou. Renove-o e tente novamente.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Escopos adicionais exigem chaves OAuth próprias; as chaves compartilhadas não os permitem.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Para alterar isso, entre novamente. Seu último login foi há mais de ${Math.round(max_age_millis / 60_000)} minutos.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Este código não existe. Confira-o ou solicite um novo.',
    VERIFICATION_CODE_EXPIRED: () => 'Este código expirou. Solicite um novo.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Este código já foi usado.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'Houve tentativas demais com este código. Solicite um novo.',
    OUTER_OAUTH_TIMEOUT: () => 'O login no provedor demorou demais. Entre novamente.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'O acesso foi recusado no provedor.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => 'O provedor não responde no momento. Tente novamente mais tarde.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'Você já conectou outra conta deste provedor.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Esta conta do provedor já está conectada a outro usuário.',
    SIGN_UP_NOT_ENABLED: () => 'No momento, o cadastro de novos usuários não está ativado.',
    SIGN_UP_REJECTED: () =>
      'O cadastro foi recusado. Tente outro endereço de e-mail ou outra forma de se cadastrar, ou entre em contato com o suporte deste aplicativo.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Outra conta já usa este endereço de e-mail para entrar. Para usar um provedor, primeiro entre nessa conta com a senha dela ou com um link por e-mail. Depois, conecte o provedor nas configurações da conta.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Configure um segundo fator para usar sua conta.'
        : type === 'waiting'
          ? 'Seu cadastro está aguardando aprovação.'
          : type === 'email_not_verified'
            ? 'Verifique seu e-mail para usar sua conta.'
            : `Sua conta está suspensa${until ? ` até ${moment(until)}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Muitas tentativas. Tente novamente em instantes.'
        : `Muitas tentativas. Tente novamente em ${seconds} ${plural(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `A senha é muito curta. O mínimo é de ${min_length} caracteres.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `A senha é muito longa. O máximo é de ${maxLength} caracteres.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Esta senha é muito fácil de adivinhar. Escolha outra.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Já existe um usuário com este endereço de e-mail.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} rejeitou a configuração deste app (${reason ?? 'erro desconhecido'}). Entre em contato com o operador do app.`,
    misconfigured: (provider) =>
      `O login com ${provider} não está configurado corretamente. Entre em contato com o operador do app.`,
    noAddress: (provider) =>
      `${provider} não informou nenhum endereço de e-mail para esta conta. Permita que ${provider} o compartilhe ou use outro método de login.`,
    noAnswer: (provider) => `${provider} não responde no momento. Tente novamente daqui a pouco.`,
    notVerified: (provider) => `${provider} enviou uma resposta que não pôde ser verificada. Entre novamente.`,
    signInExpired: (provider) => `O login em ${provider} expirou. Entre novamente.`,
  },
  signInNotFound:
    'Este login não foi encontrado. Ele já foi concluído ou foi iniciado em outro navegador. Entre novamente.',
  overloaded: 'O serviço está sobrecarregado. Tente novamente em breve.',
  unavailable: 'O serviço está indisponível. Tente novamente em breve.',
  unexpected: (requestId) => `Erro interno do servidor. Informe o erro com o ID da solicitação ${requestId}.`,
}
