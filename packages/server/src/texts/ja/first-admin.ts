import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: '最初の管理者 · Portico',
  heading: '最初の管理者になる',
  lead: 'あなたのアカウントがこのサービスのオーナーになります。対象は、サービスの設定と、オーナーのいないすべてのプロジェクトです。',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordHint: '8文字以上。文章にするのが最適です。',
  scriptRequired: 'リンクからシークレットを読み取るため、このページにはJavaScriptが必要です。',
  closed: {
    heading: 'このリンクは使用できなくなりました',
    lead: '最初の管理者用のリンクは一度だけ使用できます。このサービスのオーナーに追加を依頼してください。サービスにオーナーがいなくなった場合は、運用者が新しいリンクを作成できます。',
    dashboard: 'ダッシュボードを開く',
  },
  script: {
    secretMissing:
      'リンクが不完全です。シークレットがありません。コンソールに表示されているリンク全体を開いてください。',
    showPassword: 'パスワードを表示',
    hidePassword: 'パスワードを隠す',
    emailMissing: 'メールアドレスを入力してください',
    emailMalformed: '有効なメールアドレスを入力してください',
    passwordMissing: 'パスワードを入力してください',
    create: 'アカウントを作成',
    creating: 'アカウントを作成しています…',
    noResponse: 'サービスが応答しませんでした。もう一度お試しください。',
  },
  invalidLink: 'このリンクは無効です。サービスが出力した最新のリンクを使用してください。',
  closedLink: '最初の管理者はすでに作成されているため、最初の管理者用のリンクは使用できなくなりました。',
}
