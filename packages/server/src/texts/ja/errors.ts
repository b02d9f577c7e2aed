import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('ja')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('ja-JP', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })}（UTC）`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'クライアントIDまたはクライアントシークレットが無効です。クライアントIDにはプロジェクトIDを、シークレットには公開クライアントキーを使用します。',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `プロジェクト「${project_id}」の公開クライアントキーは`
      if (revoked_at_millis !== undefined) {
        return `${key}${day(revoked_at_millis)}に無効にされました。別のキーを使用してください。`
      }
      return expired_at_millis === undefined
        ? `この公開クライアントキーは、プロジェクト「${project_id}」では無効です。キーとプロジェクトIDを確認してください。`
        : `${key}${day(expired_at_millis)}に期限が切れました。新しいキーを作成してください。`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'このプロバイダは、プロジェクトで有効になっていません。',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'リダイレクト先のURLが、プロジェクトの信頼済みドメインに含まれていません。プロジェクトの設定でドメインを追加するか、localhostを許可してください。',
    UNPARSABLE_ACCESS_TOKEN: () => 'アクセストークンを読み取れませんでした。',
    ACCESS_TOKEN_EXPIRED: () => 'アクセストークンの期限が切れました。更新してから、もう一度お試しください。',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      '追加のスコープには、独自のOAuthキーが必要です。共有キーでは許可されません。',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `変更するには、もう一度ログインしてください。最後のログインから${Math.round(max_age_millis / 60_000)}分以上経過しています。`,
    VERIFICATION_CODE_NOT_FOUND: () =>
      'このコードは存在しません。コードを確認するか、新しいコードをリクエストしてください。',
    VERIFICATION_CODE_EXPIRED: () => 'このコードは期限が切れています。新しいコードをリクエストしてください。',
    VERIFICATION_CODE_ALREADY_USED: () => 'このコードはすでに使用されています。',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () =>
      'このコードは試行回数が多すぎます。新しいコードをリクエストしてください。',
    OUTER_OAUTH_TIMEOUT: () => 'プロバイダでのログインに時間がかかりすぎました。もう一度ログインしてください。',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'プロバイダでアクセスが拒否されました。',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () =>
      '現在、プロバイダが応答しません。しばらくしてからもう一度お試しください。',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'このプロバイダの別のアカウントをすでに連携しています。',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'このプロバイダのアカウントは、すでに別のユーザーと連携されています。',
    SIGN_UP_NOT_ENABLED: () => '現在、新規ユーザーの登録は受け付けていません。',
    SIGN_UP_REJECTED: () =>
      '登録は拒否されました。別のメールアドレスか別の登録方法を試すか、このアプリケーションのサポートにお問い合わせください。',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      '別のアカウントがすでにこのメールアドレスをログインに使用しています。まず、パスワードまたはメールのリンクでそのアカウントにログインしてください。その後、アカウント設定でプロバイダを連携してください。',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'アカウントを使用するには、2要素認証を設定してください。'
        : type === 'waiting'
          ? '登録は承認待ちです。'
          : type === 'email_not_verified'
            ? 'アカウントを使用するには、メールアドレスを確認してください。'
            : `アカウントは${until ? `${moment(until)}まで` : ''}停止中です。${reason ? `理由：${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? '試行回数が多すぎます。しばらくしてからもう一度お試しください。'
        : `試行回数が多すぎます。${seconds}${plural(seconds, { other: '秒' })}後にもう一度お試しください。`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `パスワードが短すぎます。${min_length}文字以上にしてください。`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `パスワードが長すぎます。${maxLength}文字以下にしてください。`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'このパスワードは推測されやすいものです。別のパスワードを設定してください。',
    USER_EMAIL_ALREADY_EXISTS: () => 'このメールアドレスのユーザーはすでに存在します。',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider}がこのアプリの構成を拒否しました（${reason ?? '不明なエラー'}）。アプリの運用者にお問い合わせください。`,
    misconfigured: (provider) =>
      `${provider}でのログインが正しく構成されていません。アプリの運用者にお問い合わせください。`,
    noAddress: (provider) =>
      `${provider}からこのアカウントのメールアドレスを取得できませんでした。${provider}にアドレスの共有を許可するか、別のログイン方法を使用してください。`,
    noAnswer: (provider) => `現在、${provider}が応答しません。しばらくしてからもう一度お試しください。`,
    notVerified: (provider) => `${provider}からの応答を検証できませんでした。もう一度ログインしてください。`,
    signInExpired: (provider) => `${provider}でのログインの期限が切れました。もう一度ログインしてください。`,
  },
  signInNotFound:
    'このログインは見つかりませんでした。すでに完了しているか、別のブラウザで開始されました。もう一度ログインしてください。',
  overloaded: 'サービスが混み合っています。しばらくしてからもう一度お試しください。',
  unavailable: 'サービスを利用できません。しばらくしてからもう一度お試しください。',
  unexpected: (requestId) => `サーバー内部エラーです。リクエストID ${requestId}を添えてご報告ください。`,
}
