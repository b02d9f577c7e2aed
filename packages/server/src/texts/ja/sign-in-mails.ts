import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `このメールは、このアドレスで${project}へのログインがリクエストされたため送信されました。`

const linkExpires = (lifetime: string): string => `リンクの有効期間は${lifetime}です。`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `${project}のメールアドレスを確認してください`,
    sentence: 'このメールアドレスがご自身のものであることを確認してください。',
    action: 'メールアドレスを確認',
    lifetime: linkExpires(linkLifetime),
    reason: `このメールは、${project}でこのアドレスが入力されたため送信されました。お心当たりがない場合は、このメールを無視してかまいません。何も変更されません。`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `${project}のパスワードの再設定`,
    sentence: 'アカウントの新しいパスワードを設定してください。',
    action: '新しいパスワードを設定',
    lifetime: linkExpires(linkLifetime),
    reason: `このメールは、${project}でこのアドレスのパスワードの再設定がリクエストされたため送信されました。お心当たりがない場合は、このメールを無視してかまいません。パスワードは変更されません。`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `${project}へのログインコード`,
    sentence: `${project}のログインページでこのコードを入力するか、下のリンクを開いてください。`,
    action: 'ログイン',
    lifetime: `${linkLifetime}以内にどちらか一方を使用してください。コードは、リクエストしたブラウザでのみ使用できます。`,
    reason: `${becauseRequested(project)}お心当たりがない場合は、このメールを無視してかまいません。ログインにはコードまたはリンクが必要です。どちらも、誰にも教えないでください。`,
  }),
  noAccount: ({ project }) => ({
    subject: `${project}にこのアドレスのアカウントはありません`,
    sentence: `${project}にはこのメールアドレスのアカウントがありません。また、${project}では新しいアカウントを受け付けていません。`,
    reason: `${becauseRequested(project)}ご自身でリクエストした場合は、別のアドレスを試すか、${project}のサポートにお問い合わせください。そうでない場合は、このメールを無視してかまいません。`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `このアドレスでは、まだメールで${project}にログインできません`,
    sentence: `このメールアドレスは、確認されるまで${project}へのメールでのログインに使用できません。パスワードでログインしてから、アカウント設定でアドレスを確認してください。`,
    reason: `${becauseRequested(project)}お心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `${project}のアカウントではメールでのログインがオフになっています`,
    sentence: `${project}のアカウントでは、メールでのログインがオフになっています。別の方法でログインするか、${project}のサポートにお問い合わせください。`,
    reason: `${becauseRequested(project)}お心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `${project}のチームに招待されています`,
    sentence: `${project}のチーム「${teamDisplayName}」に招待されています。{{#if inviterName}}招待者：「{{ inviterName }}」。{{/if}}{{#if inviterAddress}}招待者：{{ inviterAddress }}。{{/if}}`,
    action: '招待を見る',
    lifetime: `招待の有効期限は${expiresAt}です。ご自身で確認した後にのみ、チームに参加します。`,
    reason: `このメールは、このアドレスが${project}のチームに招待されたため送信されました。「」内の名前は${project}のユーザーが付けたものです。招待にお心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `${project}に招待されています`,
    sentence: `${project}のアカウントを作成するよう招待されています。このアドレスのアカウントをすでにお持ちの場合は、この招待でログインします。`,
    action: '招待を見る',
    lifetime: `招待の有効期限は${expiresAt}です。`,
    reason: `このメールは、このアドレスが${project}に招待されたため送信されました。招待にお心当たりがない場合は、このメールを無視してかまいません。`,
  }),
}
