import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('pt-PT', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `A ${name} do projeto «${details.project_id}»`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} foi revogada em ${day(details.revoked_at_millis)}. Utilize outra.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} expirou em ${day(details.expired_at_millis)}. Crie uma nova.`
  }
  return `A ${name} não é válida para o projeto «${details.project_id}». Verifique a chave e o ID do projeto.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `O serviço respondeu com o erro ${originalErrorCode}, que esta versão não conhece. Atualize a sua versão do SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'O pedido contém uma chave do projeto, mas não tem o cabeçalho X-Stack-Access-Type. Envie client, server ou admin juntamente com a chave.',
  INVALID_ACCESS_TYPE: ({ accessType }) => `X-Stack-Access-Type é «${accessType}». Tem de ser client, server ou admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Um pedido com o tipo de acesso ${request_type} tem de indicar o respetivo projeto no cabeçalho X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED:
    'Este endpoint exige o cabeçalho X-Stack-Access-Type juntamente com a chave do projeto correspondente.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Este endpoint não está disponível para o tipo de acesso ${actual_access_type}. Tipos permitidos: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('chave pública de cliente', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('chave secreta de servidor', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('chave secreta de administrador', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'Não foi possível ler o token de acesso de administrador.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'O token de acesso de administrador expirou. Renove-o e tente novamente.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'O projeto deste token de acesso de administrador já não existe.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'O utilizador deste token de acesso de administrador não é proprietário do projeto.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'Falta a chave pública de cliente. Envie-a no cabeçalho X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED: 'Falta a chave secreta de servidor. Envie-a no cabeçalho X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'O pedido tem de conter uma chave pública de cliente ou uma chave secreta de servidor.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'O pedido tem de conter uma chave pública de cliente ou uma chave secreta de administrador.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'O pedido tem de conter uma chave pública de cliente, uma chave secreta de servidor ou uma chave secreta de administrador.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'Falta a chave secreta de administrador. Envie-a no cabeçalho X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Este endpoint só existe no projeto «internal».',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'Não foi possível ler o token de acesso.',
  ACCESS_TOKEN_EXPIRED: 'O token de acesso expirou. Renove-o e tente novamente.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `O token de acesso pertence ao projeto «${actual_project_id}», mas o pedido indica o projeto «${expected_project_id}».`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'A sessão não existe ou terminou. Inicie sessão novamente.',
  CANNOT_DELETE_CURRENT_SESSION: 'A sessão atual não pode ser eliminada. Em vez disso, termine sessão.',
  PROVIDER_REJECTED: 'O fornecedor de início de sessão terminou a sessão. Inicie sessão novamente.',
  USER_AUTHENTICATION_REQUIRED: 'Para isso, é necessário iniciar sessão.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Para alterar isto, inicie sessão novamente. O seu último início de sessão foi há mais de ${Math.round(max_age_millis / 60_000)} minutos.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `A sua função neste projeto (${role}) não o permite: falta-lhe o direito ${right}. Contacte um proprietário do projeto.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'O pedido indica «me», mas nenhum utilizador tem sessão iniciada. Envie o token de acesso de um utilizador.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Configure um segundo fator para usar a sua conta.'
      : type === 'waiting'
        ? 'O seu registo aguarda aprovação.'
        : type === 'email_not_verified'
          ? 'Verifique o seu endereço de e-mail para utilizar a sua conta.'
          : `A sua conta está suspensa${until ? ` até ${new Date(until).toLocaleString('pt-PT', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'Primeiro, é necessário verificar o endereço de e-mail. Peça um e-mail de verificação e abra o respetivo link no navegador em que tem sessão iniciada.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `Não existe nenhum utilizador com o ID «${user_id}».`,
  USER_NOT_FOUND: 'O utilizador não foi encontrado.',
  PROJECT_NOT_FOUND: ({ project_id }) => `O projeto «${project_id}» não foi encontrado.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'O modelo foi alterado depois de o ter lido. Nada foi guardado. Leia o modelo novamente.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'O projeto envia os seus e-mails pelo servidor partilhado, que não envia e-mails escritos por um projeto. Primeiro, configure um servidor de e-mail do projeto.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Estas definições do projeto foram alteradas depois de as ter lido: ${conflicts.map(({ path }) => path).join(', ')}. Nada foi guardado. Leia o projeto novamente.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `Não existe o ramo «${branch_id}». O único ramo é «main».`,
  SIGN_UP_REJECTED:
    'O registo foi recusado. Experimente outro endereço de e-mail ou outra forma de se registar, ou contacte o apoio desta aplicação.',
  BOT_CHALLENGE_REQUIRED: 'Confirme que não é um robô.',
  BOT_CHALLENGE_FAILED: 'Não foi possível confirmar que não é um robô. Tente novamente dentro de momentos.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'O início de sessão com chave de acesso não está ativado para este projeto.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Os utilizadores anónimos não estão ativados para este projeto.',
  REDIRECT_URL_NOT_WHITELISTED:
    'O URL de redirecionamento não está na lista de domínios de confiança. Adicione o domínio nas definições do projeto ou permita localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Este utilizador não tem palavra-passe.',
  PASSWORD_CONFIRMATION_MISMATCH: 'As palavras-passe não coincidem.',
  EMAIL_ALREADY_VERIFIED: 'O endereço de e-mail já está verificado.',
  EMAIL_NOT_ASSOCIATED_WITH_USER:
    'O endereço de e-mail não pertence a nenhum utilizador que possa iniciar sessão com ele.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} não é o endereço de e-mail principal do utilizador.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Este código não existe. Verifique-o ou peça um novo.',
  VERIFICATION_CODE_EXPIRED: 'Este código expirou. Peça um novo.',
  VERIFICATION_CODE_ALREADY_USED: 'Este código já foi utilizado.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Este código foi tentado demasiadas vezes. Peça um novo.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'Não foi possível adicionar a chave de acesso.',
  PASSKEY_WEBAUTHN_ERROR: 'Não foi possível utilizar a chave de acesso.',
  PASSKEY_AUTHENTICATION_FAILED: 'A chave de acesso não foi aceite.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Para iniciar sessão, é necessário um segundo fator.',
  INVALID_RECOVERY_CODE: 'O código de recuperação está incorreto ou já foi usado. Use outro.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'Não há nenhuma app de autenticação. Configure primeiro uma.',
  INVALID_POLLING_CODE: 'Este código de consulta não existe.',
  CLI_AUTH_ERROR: 'O início de sessão na linha de comandos falhou.',
  CLI_AUTH_EXPIRED_ERROR: 'O início de sessão na linha de comandos expirou. Tente novamente.',
  CLI_AUTH_USED_ERROR: 'Este token de autenticação já foi utilizado.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'O utilizador não associou nenhuma conta deste fornecedor.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'Esta conta do fornecedor já está associada a outro utilizador.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'A conta associada não concede o âmbito necessário.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Âmbitos adicionais exigem chaves OAuth próprias; as chaves partilhadas não os permitem.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Os tokens de acesso de um fornecedor exigem chaves OAuth próprias; as chaves partilhadas não os permitem.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'O ID ou o segredo do cliente OAuth não é válido. O ID do cliente é o ID do projeto, e o segredo é uma chave pública de cliente.',
  INVALID_SCOPE: ({ scope }) => `O âmbito «${scope}» não é válido. O único âmbito é «legacy».`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Já associou outra conta deste fornecedor.',
  OUTER_OAUTH_TIMEOUT: 'O início de sessão no fornecedor demorou demasiado tempo. Inicie sessão novamente.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Este fornecedor não está ativado para o projeto.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `Não há chaves partilhadas para o fornecedor «${provider_id}».`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `O fornecedor «${provider_id}» não existe.`,
  INVALID_AUTHORIZATION_CODE: 'O código de autorização não é válido ou expirou.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'De momento, o fornecedor não responde. Tente novamente mais tarde.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'O acesso foi recusado no fornecedor.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Outra conta já inicia sessão com este endereço de e-mail. Para utilizar um fornecedor, inicie primeiro sessão nessa conta com a respetiva palavra-passe ou com um link por e-mail. Depois, associe o fornecedor nas definições da conta.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `A permissão «${permission_id}» não foi encontrada.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `«${permission_id}» não é uma permissão de ${expected_scope === 'team' ? 'equipa' : 'projeto'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `A permissão «${permission_id}» não pode ser incluída porque não existe.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `O ID de permissão «${permission_id}» já está em uso.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `O utilizador ${user_id} precisa da permissão de projeto «${permission_id}».`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `O utilizador ${user_id} precisa da permissão «${permission_id}» na equipa ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `O utilizador ${user_id} não tem a permissão «${permission_id}» na equipa ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `A equipa ${team_id} não foi encontrada.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `A equipa ${team_id} já existe.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Número máximo de equipas que um utilizador pode criar: ${max_teams}. Elimine uma equipa de que já não precisa.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `O utilizador ${user_id} não é membro da equipa ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'O utilizador já é membro da equipa.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'Crie uma conta ou inicie sessão antes de aceitar o convite.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Este modelo de e-mail já está personalizado.',
  API_KEY_EXPIRED: 'A chave de API expirou.',
  API_KEY_REVOKED: 'A chave de API foi revogada.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Esta chave de API é do tipo ${actual_type}. O endpoint espera o tipo ${expected_type}.`,
  API_KEY_NOT_FOUND: 'A chave de API não foi encontrada.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'O detetor de segredos não pode revogar uma chave de API pública.',
}
