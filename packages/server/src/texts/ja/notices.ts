import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('ja')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'パスワード',
  passkey: 'すべてのパスキー',
  authenticator_app: '認証アプリ',
  api_keys: 'すべてのAPIキー',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'すべてのプロジェクトのオーナー権限',
  teams_left: 'ほかのメンバーがいるチームのメンバーシップ',
  team_members: 'このアカウントが招待したチームメンバー',
  team_invitations: 'チームへの保留中の招待',
  team_api_keys: 'チームのAPIキー',
  teams: 'ほかのメンバーがいないチームの名前・画像・設定',
  profile: 'プロフィールの名前・画像・設定',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'アカウントの別のアドレスに代わるものになりました',
  primary: 'メインのアドレスになりました',
  not_primary: 'メインのアドレスではなくなりました',
  used_for_sign_in: '確認されるとログインに使用できます',
  not_used_for_sign_in: 'ログインに使用されなくなりました',
}

const apiKey = ({ apiKeyName }: AccountChange): string => (apiKeyName === '' ? 'APIキー' : `APIキー「${apiKeyName}」`)

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'パスキー' : `パスキー「${passkeyName}」`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, { other: '連携アカウント' })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${disconnected}の${accounts}`]),
    ...undone.map((record) => recordNames[record]),
  ].join('、')
  const verified = address === '' ? 'このメールアドレス' : `アカウントのメールアドレス${address}`
  const reconnect = disconnectedCount === 0 ? '' : `${disconnected}もそこで連携し直してください。`
  return `${verified}は、${changedAt}に初めて確認されました。それ以前に、ほかの人がログイン方法やAPIキーを追加していた可能性があるため、次のものが削除されました：${parts}。アカウント設定で再び設定できます。${reconnect}`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `${changedAt}に、アカウントに認証アプリが追加されました。今後、ログインにはこのアプリのコードが必要です。`,
  authenticator_app_replaced: ({ changedAt }) => `${changedAt}に、アカウントの認証アプリが置き換えられました。`,
  authenticator_app_removed: ({ changedAt }) =>
    `${changedAt}に、アカウントの認証アプリが削除されました。今後、ログインにこのアプリのコードは必要ありません。`,
  authenticator_app_reset: ({ changedAt }) =>
    `${changedAt}に、管理者の予告どおり、アカウントの2要素認証が削除されました。今後、ログインに2要素認証は必要ありません。`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `${changedAt}に、予告されていたアカウントの2要素認証の削除が取り消されました。ログインには引き続き2要素認証が必要です。`,
  recovery_codes_created: ({ changedAt }) =>
    `${changedAt}に、アカウントの新しいリカバリーコードが作成されました。各コードは認証アプリのコードの代わりに1回だけ使えます。以前のリカバリーコードは使えません。`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `${changedAt}に、認証アプリのコードの代わりにアカウントのリカバリーコードが使用されました。未使用のリカバリーコード：${unusedCodes}。`,
  passkey_added: (details) =>
    `${details.changedAt}に、アカウントに${passkey(details)}が追加されました。このパスキーはログインに使用できます。`,
  passkey_removed: (details) =>
    `${details.changedAt}に、アカウントから${passkey(details)}が削除されました。今後、このパスキーはログインに使用できません。`,
  api_key_created: (details) =>
    `${details.changedAt}に、アカウントの${apiKey(details)}が作成されました。このキーを持つプログラムは、あなたに代わって動作できます。`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `${changedAt}に、${providerName}のアカウントがあなたのアカウントと連携されました。このアカウントはログインに使用できます。`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `${changedAt}に、${providerName}の連携アカウントとあなたのアカウントの連携が解除されました。今後、このアカウントはログインに使用できません。`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `${changedAt}に、アカウントからメールアドレス${address}が削除されました。そのメールボックスの所有者から、このアカウントは別の人のものだと報告がありました。`,
  address_added: ({ address, changedAt }) => `${changedAt}に、アカウントにメールアドレス${address}が追加されました。`,
  address_updated: (details) =>
    `${details.changedAt}に、アカウントのメールアドレス${details.address}が変更されました：${details.addressChanges.map((change) => addressChangeNames[change]).join('、')}。`,
  address_removed: ({ address, changedAt }) =>
    `${changedAt}に、アカウントからメールアドレス${address}が削除されました。`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `${project}のアカウントのAPIキーが作成されました`
  if (change === 'recovery_code_used') return `${project}のアカウントのリカバリーコードが使用されました`
  return change.startsWith('address_')
    ? `${project}のアカウントのメールアドレスが変更されました`
    : `${project}へのログイン方法が変更されました`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'あなたのアカウント' : team === '' ? 'チーム' : `チーム「${team}」`
  return `${project}の${owner}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `${project}のパスワードが変更されました`,
    sentence: `${changedAt}に、アカウントのパスワードが変更されました。ご自身で変更した場合は、このメールを無視してかまいません。`,
    reason: `ご自身で変更していない場合は、${project}のログインページで「パスワードをお忘れですか？」を選び、新しいパスワードを設定してください。これにより、すべてのセッションが終了します。このメールは、アカウントに登録されたアドレスに送信されています。`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `${project}のメールアドレスが変更されました`,
    sentence: `${changedAt}に、このアドレスがアカウントから削除されました。ご自身で変更した場合は、このメールを無視してかまいません。`,
    reason: `ご自身で変更していない場合は、直ちに${project}のサポートにお問い合わせください。サポートは、誰が変更したかを確認できます。このメールは、アカウントに登録されていたアドレスに送信されています。`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `${project}のアカウントにあなたのメールアドレスが追加されました`,
    sentence: `${changedAt}に、このアドレスが${project}のアカウントに追加されました。あなたが確認するまで、そのアカウントはこのアドレスをログインに使用できません。`,
    reason: `このメールは、${project}のアカウント設定でこのアドレスが入力されたため送信されました。お心当たりがない場合は、このメールを無視してかまいません。その場合、このアドレスの確認リンクは開かないでください。`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : 'ご自身で変更した場合は、このメールを無視してかまいません。'}`,
    reason: `ご自身で変更していない場合は、${details.project}のアカウント設定で変更を元に戻し、心当たりのないセッションを終了してください。ログインできなくなっている場合は、${details.project}のサポートにお問い合わせください。このメールは、アカウントに登録されたアドレスに送信されています。`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `新しいデバイスから${project}へのログインがありました`,
    sentence: `${signedInAt}に、これまでログインしたことのないデバイスから、あなたのアカウントへのログインがありました。${device && `デバイス：${device}。`}${place && `場所：${place}。`}ご自身によるログインの場合は、このメールを無視してかまいません。`,
    action: '心当たりがありません',
    lifetime: `リンクの有効期限は${expiresAt}です。`,
    reason: hasLink
      ? '心当たりがない場合は、「心当たりがありません」を選択してください。該当のセッションが終了し、アカウントでパスワードを使用できる場合は、新しいパスワードを設定するためのメールが届きます。このメールは、アカウントに登録されたアドレスに送信されています。'
      : `心当たりがない場合は、${project}のアカウント設定で見覚えのないセッションを終了し、ログイン方法を変更してください。パスワードをお持ちの場合は、ログインページで「パスワードをお忘れですか？」を選び、新しいパスワードを設定してください。これにより、すべてのセッションが終了します。このメールは、アカウントに登録されたアドレスに送信されています。`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `${project}の2要素認証が削除されます`,
    sentence: `${project}の管理者が、${takesEffectAt}にアカウントの2要素認証（認証アプリ、リカバリーコード、パスキー）を削除すると予告しました。その後は、ログインに2要素認証は必要ありません。`,
    action: '削除を取り消す',
    lifetime: `${takesEffectAt}まで取り消せます。`,
    reason:
      '2要素認証の手段を失くしたためご自身で依頼した場合は、このメールを無視してかまいません。依頼していない場合は、すぐに削除を取り消してください。このメールは、アカウントの確認済みのアドレスに送信されています。',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `${project}のアカウントに2要素認証を設定してください`,
    sentence: `${dueAt}から、${project}のアカウントには2要素認証（認証アプリまたはパスキー）が必要になります。それまでにアカウント設定で設定してください。その後は、設定するまでアカウントを使用できません。`,
    reason: `このメールは、${project}のアカウントへのログインがあったため送信されています。心当たりがない場合は、パスワードを変更してください。`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `${project}への登録が承認されました`,
    sentence: `${project}への登録が承認されました。アカウントを使用できるようになりました。`,
    action: 'ログイン',
    reason: `このメールは、このアドレスで${project}への登録があったため送信されています。心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `${project}への登録が拒否されました`,
    sentence: `${project}への登録が拒否され、アカウントは削除されました。`,
    reason: `このメールは、このアドレスで${project}への登録があったため送信されています。心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `${details.project}のAPIキーが公開された場所で見つかり、無効にされました`,
    sentence: `${ownerOfKey(details)}のAPIキーが、公開された場所で見つかりました${details.description === '' ? '' : `：「${details.description}」`}。このキーは${details.revokedAt}に無効にされました。このキーを使用するプログラムは、もうアクセスできません。プログラム用に新しいキーを作成し、公開された場所から古いキーを削除してください。それまでにこのキーで何が行われたかを確認してください。`,
    reason: `このメールは、${details.ownerType === 'team' ? 'あなたがチームのAPIキーを管理できる' : 'このアドレスがアカウントに登録されている'}ため送信されました。「」内の名前は${details.project}のユーザーが付けたものです。`,
  }),
}
