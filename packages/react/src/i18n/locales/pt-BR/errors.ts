import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('pt-BR', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `A ${name} do projeto “${details.project_id}”`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} foi revogada em ${day(details.revoked_at_millis)}. Use outra.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} expirou em ${day(details.expired_at_millis)}. Crie uma nova.`
  }
  return `A ${name} não é válida para o projeto “${details.project_id}”. Confira a chave e o ID do projeto.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `O serviço respondeu com o erro ${originalErrorCode}, que esta versão não conhece. Atualize sua versão do SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'A solicitação contém uma chave do projeto, mas não tem o cabeçalho X-Stack-Access-Type. Envie client, server ou admin junto com a chave.',
  INVALID_ACCESS_TYPE: ({ accessType }) => `X-Stack-Access-Type é “${accessType}”. Deve ser client, server ou admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Uma solicitação com o tipo de acesso ${request_type} deve indicar seu projeto no cabeçalho X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED:
    'Este endpoint exige o cabeçalho X-Stack-Access-Type junto com a chave do projeto correspondente.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Este endpoint não está disponível para o tipo de acesso ${actual_access_type}. Tipos permitidos: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('chave pública de cliente', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('chave secreta de servidor', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('chave secreta de administrador', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'Não foi possível ler o token de acesso de administrador.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'O token de acesso de administrador expirou. Renove-o e tente novamente.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'O projeto deste token de acesso de administrador não existe mais.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'O usuário deste token de acesso de administrador não é proprietário do projeto.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'Falta a chave pública de cliente. Envie-a no cabeçalho X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED: 'Falta a chave secreta de servidor. Envie-a no cabeçalho X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'A solicitação deve conter uma chave pública de cliente ou uma chave secreta de servidor.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'A solicitação deve conter uma chave pública de cliente ou uma chave secreta de administrador.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'A solicitação deve conter uma chave pública de cliente, uma chave secreta de servidor ou uma chave secreta de administrador.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'Falta a chave secreta de administrador. Envie-a no cabeçalho X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Este endpoint só existe no projeto “internal”.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'Não foi possível ler o token de acesso.',
  ACCESS_TOKEN_EXPIRED: 'O token de acesso expirou. Renove-o e tente novamente.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `O token de acesso pertence ao projeto “${actual_project_id}”, mas a solicitação indica o projeto “${expected_project_id}”.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'A sessão não existe ou foi encerrada. Entre novamente.',
  CANNOT_DELETE_CURRENT_SESSION: 'A sessão atual não pode ser excluída. Em vez disso, saia da conta.',
  PROVIDER_REJECTED: 'O provedor de login encerrou a sessão. Entre novamente.',
  USER_AUTHENTICATION_REQUIRED: 'Para isso, é necessário entrar na sua conta.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Para alterar isso, entre novamente. Seu último login foi há mais de ${Math.round(max_age_millis / 60_000)} minutos.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `Sua função neste projeto (${role}) não permite isso: falta o direito ${right}. Fale com um proprietário do projeto.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'A solicitação indica “me”, mas nenhum usuário fez login. Envie o token de acesso de um usuário.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Configure um segundo fator para usar sua conta.'
      : type === 'waiting'
        ? 'Seu cadastro está aguardando aprovação.'
        : type === 'email_not_verified'
          ? 'Verifique seu e-mail para usar sua conta.'
          : `Sua conta está suspensa${until ? ` até ${new Date(until).toLocaleString('pt-BR', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'Primeiro, é necessário verificar o endereço de e-mail. Solicite um e-mail de verificação e abra o link dele no navegador em que você fez login.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `Não existe usuário com o ID “${user_id}”.`,
  USER_NOT_FOUND: 'O usuário não foi encontrado.',
  PROJECT_NOT_FOUND: ({ project_id }) => `O projeto “${project_id}” não foi encontrado.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'O modelo foi alterado depois que você o leu. Nada foi gravado. Leia o modelo novamente.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'O projeto envia seus e-mails pelo servidor compartilhado, que não envia e-mails escritos por um projeto. Primeiro, configure um servidor de e-mail do projeto.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Estas configurações do projeto foram alteradas depois que você as leu: ${conflicts.map(({ path }) => path).join(', ')}. Nada foi gravado. Leia o projeto novamente.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `Não existe a ramificação “${branch_id}”. A única ramificação é “main”.`,
  SIGN_UP_REJECTED:
    'O cadastro foi recusado. Tente outro endereço de e-mail ou outra forma de se cadastrar, ou entre em contato com o suporte deste aplicativo.',
  BOT_CHALLENGE_REQUIRED: 'Confirme que você não é um robô.',
  BOT_CHALLENGE_FAILED: 'Não foi possível confirmar que você não é um robô. Tente novamente em instantes.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'O login com chave de acesso não está ativado para este projeto.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Usuários anônimos não estão ativados para este projeto.',
  REDIRECT_URL_NOT_WHITELISTED:
    'A URL de redirecionamento não está na lista de domínios confiáveis. Adicione o domínio nas configurações do projeto ou permita localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Este usuário não tem senha.',
  PASSWORD_CONFIRMATION_MISMATCH: 'As senhas não coincidem.',
  EMAIL_ALREADY_VERIFIED: 'O endereço de e-mail já está verificado.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'O endereço de e-mail não pertence a nenhum usuário que possa entrar com ele.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} não é o endereço de e-mail principal do usuário.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Este código não existe. Confira-o ou solicite um novo.',
  VERIFICATION_CODE_EXPIRED: 'Este código expirou. Solicite um novo.',
  VERIFICATION_CODE_ALREADY_USED: 'Este código já foi usado.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Houve tentativas demais com este código. Solicite um novo.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'Não foi possível adicionar a chave de acesso.',
  PASSKEY_WEBAUTHN_ERROR: 'Não foi possível usar a chave de acesso.',
  PASSKEY_AUTHENTICATION_FAILED: 'A chave de acesso não foi aceita.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Para entrar, é necessário um segundo fator.',
  INVALID_RECOVERY_CODE: 'O código de recuperação está incorreto ou já foi usado. Use outro.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'Não há app autenticador. Configure um primeiro.',
  INVALID_POLLING_CODE: 'Este código de consulta não existe.',
  CLI_AUTH_ERROR: 'O login na linha de comando falhou.',
  CLI_AUTH_EXPIRED_ERROR: 'O login na linha de comando expirou. Tente novamente.',
  CLI_AUTH_USED_ERROR: 'Este token de autenticação já foi usado.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'O usuário não conectou nenhuma conta deste provedor.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'Esta conta do provedor já está conectada a outro usuário.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'A conta conectada não concede o escopo necessário.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Escopos adicionais exigem chaves OAuth próprias; as chaves compartilhadas não os permitem.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Tokens de acesso de um provedor exigem chaves OAuth próprias; as chaves compartilhadas não os permitem.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'O ID ou o segredo do cliente OAuth não é válido. O ID do cliente é o ID do projeto, e o segredo é uma chave pública de cliente.',
  INVALID_SCOPE: ({ scope }) => `O escopo “${scope}” não é válido. O único escopo é “legacy”.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Você já conectou outra conta deste provedor.',
  OUTER_OAUTH_TIMEOUT: 'O login no provedor demorou demais. Entre novamente.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Este provedor não está ativado para o projeto.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `Não há chaves compartilhadas para o provedor “${provider_id}”.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `O provedor “${provider_id}” não existe.`,
  INVALID_AUTHORIZATION_CODE: 'O código de autorização não é válido ou expirou.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'O provedor não responde no momento. Tente novamente mais tarde.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'O acesso foi recusado no provedor.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Outra conta já usa este endereço de e-mail para entrar. Para usar um provedor, primeiro entre nessa conta com a senha dela ou com um link por e-mail. Depois, conecte o provedor nas configurações da conta.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `A permissão “${permission_id}” não foi encontrada.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `“${permission_id}” não é uma permissão de ${expected_scope === 'team' ? 'equipe' : 'projeto'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `A permissão “${permission_id}” não pode ser incluída porque não existe.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `O ID de permissão “${permission_id}” já está em uso.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `O usuário ${user_id} precisa da permissão de projeto “${permission_id}”.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `O usuário ${user_id} precisa da permissão “${permission_id}” na equipe ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `O usuário ${user_id} não tem a permissão “${permission_id}” na equipe ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `A equipe ${team_id} não foi encontrada.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `A equipe ${team_id} já existe.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Número máximo de equipes que um usuário pode criar: ${max_teams}. Exclua uma equipe de que você não precisa mais.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `O usuário ${user_id} não é membro da equipe ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'O usuário já é membro da equipe.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'Crie uma conta ou entre na sua antes de aceitar o convite.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Este modelo de e-mail já está personalizado.',
  API_KEY_EXPIRED: 'A chave de API expirou.',
  API_KEY_REVOKED: 'A chave de API foi revogada.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Esta chave de API é do tipo ${actual_type}. O endpoint espera o tipo ${expected_type}.`,
  API_KEY_NOT_FOUND: 'A chave de API não foi encontrada.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'O verificador de segredos não pode revogar uma chave de API pública.',
}
