import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('ja-JP', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `プロジェクト「${details.project_id}」の${name}は`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject}${day(details.revoked_at_millis)}に無効にされました。別のキーを使用してください。`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject}${day(details.expired_at_millis)}に期限が切れました。新しいキーを作成してください。`
  }
  return `この${name}は、プロジェクト「${details.project_id}」では無効です。キーとプロジェクトIDを確認してください。`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `サービスがエラー${originalErrorCode}を返しましたが、このバージョンでは認識できません。SDKのバージョンを更新してください。`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'リクエストにプロジェクトキーが含まれていますが、X-Stack-Access-Typeヘッダーがありません。キーとともにclient、server、adminのいずれかを送信してください。',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `X-Stack-Access-Typeが「${accessType}」になっています。client、server、adminのいずれかを指定してください。`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `アクセスタイプ${request_type}のリクエストでは、X-Stack-Project-Idヘッダーでプロジェクトを指定する必要があります。`,
  ACCESS_TYPE_REQUIRED: 'このエンドポイントには、X-Stack-Access-Typeヘッダーと、対応するプロジェクトキーが必要です。',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `このエンドポイントは、アクセスタイプ${actual_access_type}では利用できません。利用できるタイプ：${allowed_access_types.join('、')}。`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('公開クライアントキー', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('シークレットサーバーキー', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('シークレット管理者キー', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: '管理者アクセストークンを読み取れませんでした。',
  ADMIN_ACCESS_TOKEN_EXPIRED: '管理者アクセストークンの期限が切れました。更新してから、もう一度お試しください。',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'この管理者アクセストークンのプロジェクトは、すでに存在しません。',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'この管理者アクセストークンのユーザーは、プロジェクトのオーナーではありません。',
  CLIENT_AUTHENTICATION_REQUIRED:
    '公開クライアントキーがありません。X-Stack-Publishable-Client-Keyヘッダーで送信してください。',
  SERVER_AUTHENTICATION_REQUIRED:
    'シークレットサーバーキーがありません。X-Stack-Secret-Server-Keyヘッダーで送信してください。',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'リクエストには、公開クライアントキーまたはシークレットサーバーキーが必要です。',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'リクエストには、公開クライアントキーまたはシークレット管理者キーが必要です。',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'リクエストには、公開クライアントキー、シークレットサーバーキー、シークレット管理者キーのいずれかが必要です。',
  ADMIN_AUTHENTICATION_REQUIRED:
    'シークレット管理者キーがありません。X-Stack-Super-Secret-Admin-Keyヘッダーで送信してください。',
  EXPECTED_INTERNAL_PROJECT: 'このエンドポイントは、プロジェクト「internal」にのみ存在します。',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'アクセストークンを読み取れませんでした。',
  ACCESS_TOKEN_EXPIRED: 'アクセストークンの期限が切れました。更新してから、もう一度お試しください。',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `アクセストークンはプロジェクト「${actual_project_id}」のものですが、リクエストではプロジェクト「${expected_project_id}」が指定されています。`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED:
    'このセッションは存在しないか、すでに終了しています。もう一度ログインしてください。',
  CANNOT_DELETE_CURRENT_SESSION: '現在のセッションは削除できません。代わりにログアウトしてください。',
  PROVIDER_REJECTED: 'ログインに使用したプロバイダがセッションを終了しました。もう一度ログインしてください。',
  USER_AUTHENTICATION_REQUIRED: 'この操作にはログインが必要です。',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `変更するには、もう一度ログインしてください。最後のログインから${Math.round(max_age_millis / 60_000)}分以上経過しています。`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `このプロジェクトでのあなたのロール（${role}）では、この操作はできません。権限 ${right} がありません。プロジェクトのオーナーに問い合わせてください。`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'リクエストで「me」が指定されていますが、ログイン中のユーザーがいません。ユーザーのアクセストークンを送信してください。',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'アカウントを使用するには、2要素認証を設定してください。'
      : type === 'waiting'
        ? '登録は承認待ちです。'
        : type === 'email_not_verified'
          ? 'アカウントを使用するには、メールアドレスを確認してください。'
          : `アカウントは${until ? `${new Date(until).toLocaleString('ja-JP', { dateStyle: 'long', timeStyle: 'short' })}まで` : ''}停止中です。${reason ? `理由：${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    '先にメールアドレスの確認が必要です。確認メールをリクエストし、ログイン中のブラウザでメールのリンクを開いてください。',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `IDが「${user_id}」のユーザーは存在しません。`,
  USER_NOT_FOUND: 'ユーザーが見つかりませんでした。',
  PROJECT_NOT_FOUND: ({ project_id }) => `プロジェクト「${project_id}」が見つかりませんでした。`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    '読み込んだ後にテンプレートが変更されました。何も書き込まれていません。テンプレートを読み込み直してください。',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'このプロジェクトは共有サーバーからメールを送信しています。共有サーバーからは、プロジェクト独自のメールを送信できません。先にプロジェクトのメールサーバーを設定してください。',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `読み込んだ後に、プロジェクトの次の設定が変更されました：${conflicts.map(({ path }) => path).join('、')}。何も書き込まれていません。プロジェクトを読み込み直してください。`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) =>
    `ブランチ「${branch_id}」は存在しません。存在するブランチは「main」のみです。`,
  SIGN_UP_REJECTED:
    '登録は拒否されました。別のメールアドレスか別の登録方法を試すか、このアプリケーションのサポートにお問い合わせください。',
  BOT_CHALLENGE_REQUIRED: 'ロボットではないことを確認してください。',
  BOT_CHALLENGE_FAILED: 'ロボットではないことを確認できませんでした。しばらくしてからもう一度お試しください。',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'このプロジェクトでは、パスキーでのログインが有効になっていません。',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'このプロジェクトでは、匿名ユーザーが有効になっていません。',
  REDIRECT_URL_NOT_WHITELISTED:
    'リダイレクト先のURLが、プロジェクトの信頼済みドメインに含まれていません。プロジェクトの設定でドメインを追加するか、localhostを許可してください。',
  USER_DOES_NOT_HAVE_PASSWORD: 'このユーザーにはパスワードがありません。',
  PASSWORD_CONFIRMATION_MISMATCH: 'パスワードが一致しません。',
  EMAIL_ALREADY_VERIFIED: 'このメールアドレスはすでに確認済みです。',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'このメールアドレスでログインできるユーザーはいません。',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email}は、ユーザーのメインのメールアドレスではありません。`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'このコードは存在しません。コードを確認するか、新しいコードをリクエストしてください。',
  VERIFICATION_CODE_EXPIRED: 'このコードは期限が切れています。新しいコードをリクエストしてください。',
  VERIFICATION_CODE_ALREADY_USED: 'このコードはすでに使用されています。',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'このコードは試行回数が多すぎます。新しいコードをリクエストしてください。',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'パスキーを追加できませんでした。',
  PASSKEY_WEBAUTHN_ERROR: 'パスキーを使用できませんでした。',
  PASSKEY_AUTHENTICATION_FAILED: 'パスキーが受け付けられませんでした。',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'ログインには2要素認証が必要です。',
  INVALID_RECOVERY_CODE: 'リカバリーコードが正しくないか、すでに使用されています。別のコードを使用してください。',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: '認証アプリがありません。先に設定してください。',
  INVALID_POLLING_CODE: 'このポーリングコードは存在しません。',
  CLI_AUTH_ERROR: 'コマンドラインでのログインに失敗しました。',
  CLI_AUTH_EXPIRED_ERROR: 'コマンドラインでのログインの期限が切れました。もう一度お試しください。',
  CLI_AUTH_USED_ERROR: 'この認証トークンはすでに使用されています。',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'ユーザーは、このプロバイダのアカウントを連携していません。',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER:
    'このプロバイダのアカウントは、すでに別のユーザーと連携されています。',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: '連携アカウントには、必要なスコープが許可されていません。',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    '追加のスコープには、独自のOAuthキーが必要です。共有キーでは許可されません。',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'プロバイダのアクセストークンには、独自のOAuthキーが必要です。共有キーでは許可されません。',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'クライアントIDまたはクライアントシークレットが無効です。クライアントIDにはプロジェクトIDを、シークレットには公開クライアントキーを使用します。',
  INVALID_SCOPE: ({ scope }) => `スコープ「${scope}」は無効です。使用できるスコープは「legacy」のみです。`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'このプロバイダの別のアカウントをすでに連携しています。',
  OUTER_OAUTH_TIMEOUT: 'プロバイダでのログインに時間がかかりすぎました。もう一度ログインしてください。',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'このプロバイダは、プロジェクトで有効になっていません。',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `プロバイダ「${provider_id}」には共有キーがありません。`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `プロバイダ「${provider_id}」は存在しません。`,
  INVALID_AUTHORIZATION_CODE: '認可コードが無効か、期限が切れています。',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: '現在、プロバイダが応答しません。しばらくしてからもう一度お試しください。',
  OAUTH_PROVIDER_ACCESS_DENIED: 'プロバイダでアクセスが拒否されました。',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    '別のアカウントがすでにこのメールアドレスをログインに使用しています。まず、パスワードまたはメールのリンクでそのアカウントにログインしてください。その後、アカウント設定でプロバイダを連携してください。',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `権限「${permission_id}」が見つかりませんでした。`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `「${permission_id}」は${expected_scope === 'team' ? 'チームの権限' : 'プロジェクトの権限'}ではありません。`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) => `含めようとしている権限「${permission_id}」は存在しません。`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `権限ID「${permission_id}」はすでに使用されています。`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `ユーザー${user_id}には、プロジェクトの権限「${permission_id}」が必要です。`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `ユーザー${user_id}には、チーム${team_id}の権限「${permission_id}」が必要です。`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `ユーザー${user_id}には、チーム${team_id}の権限「${permission_id}」がありません。`,
  TEAM_NOT_FOUND: ({ team_id }) => `チーム${team_id}が見つかりませんでした。`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `チーム${team_id}はすでに存在します。`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `ユーザーが作成できるチームは最大${max_teams}個です。不要になったチームを削除してください。`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) =>
    `ユーザー${user_id}は、チーム${team_id}のメンバーではありません。`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'ユーザーはすでにチームのメンバーです。',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: '招待を承諾する前に、アカウントを作成するか、ログインしてください。',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'このメールテンプレートはすでにカスタマイズされています。',
  API_KEY_EXPIRED: 'APIキーの期限が切れています。',
  API_KEY_REVOKED: 'APIキーは無効にされています。',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `このAPIキーのタイプは${actual_type}です。このエンドポイントにはタイプ${expected_type}が必要です。`,
  API_KEY_NOT_FOUND: 'APIキーが見つかりませんでした。',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: '公開APIキーは、シークレットスキャンでは無効にできません。',
}
