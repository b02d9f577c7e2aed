import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `${count}件を超えるメール` : `${count}件のメール`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '（件名なし）' : `「${subject}」`} 宛先：${recipient}`,
  )
  return [
    `プロジェクト「${ownedProject}」の${number}を、${from}から${until}までの間に配信できませんでした。`,
    [...(isMore || count > lines.length ? [`最新の${lines.length}件：`] : []), ...lines].join('\n'),
    'ダッシュボードの送信済みメールの一覧では、各メールが失敗した理由を確認できます。再送信で解決する可能性がある場合は、そこから再送信できます。',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'オーナー',
  admin: '管理者',
  developer: '開発者',
  support: 'サポート',
  viewer: '閲覧者',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `「${personName}」`)
  const by = inviter === '' ? '' : `${inviter}から、`
  if (role !== 'owner')
    return `${by}${project}のプロジェクト「${ownedProject}」に招待されています。あなたのロール：${roles[role]}。`
  const leaves = isTransfer ? 'あなたが承諾すると、招待した人はオーナーではなくなります。' : ''
  return `${by}${project}のプロジェクト「${ownedProject}」のオーナーに招待されています。${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `${changedAt}に、あなたはプロジェクト「${ownedProject}」にアクセスできなくなりました。`
  if (change === 'role_changed')
    return `${changedAt}に、プロジェクト「${ownedProject}」でのあなたのロールが変更されました。新しいロール：${roles[role]}。`
  if (change === 'joined') {
    return `${changedAt}に、${named(person, '1人のユーザー')}がプロジェクト「${ownedProject}」にアクセスできるようになりました。ロール：${roles[role]}。`
  }
  const who = isRecipient ? 'あなた' : named(person, '1人のユーザー')
  const happened = change === 'added' ? 'オーナーになりました' : 'オーナーではなくなりました'
  return `${changedAt}に、${who}${isRecipient ? 'は' : 'が'}プロジェクト「${ownedProject}」の${happened}。`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return 'オーナーはプロジェクト内のすべてにアクセスできます。お心当たりがない場合は、プロジェクトの設定でオーナーを削除してください。'
  }
  return isRecipient && change === 'removed' ? 'お心当たりがない場合は、別のオーナーにお問い合わせください。' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `「${personName}」`}${personAddress === '' ? '' : `（${personAddress}）`}`
}

const list = new Intl.ListFormat('ja')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'メールサーバー',
  'config.domains': '信頼済みドメイン',
  'config.allow_localhost': 'localhostの信頼',
  'config.native_app_redirects_enabled': 'ネイティブアプリへのリダイレクト',
  'config.oauth_providers': 'ログインのプロバイダ',
  'config.oidc_providers': 'OpenID Connect の発行者',
  'config.old_system': 'プロジェクトの以前のシステム',
  'config.recent_sign_in_required': '直近のログインの要求',
  'config.support_can_impersonate': 'サポートによるユーザーとしてのログイン',
  is_production_mode: '本番モード',
  email_templates: 'メールテンプレート',
  partner_access: 'パートナーのアクセス',
  team_connections: 'チームの OpenID Connect の発行者',
  webhooks: 'Webhookエンドポイント',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `${details.project}のプロジェクトの管理に招待されています`,
    sentence: invitation(details),
    action: '招待を見る',
    lifetime: `招待の有効期限は${details.expiresAt}です。ご自身で確認した後にのみ、アクセスできるようになります。`,
    reason: `このメールは、このアドレスが${details.project}のプロジェクトに招待されたため送信されました。「」内の名前はユーザーが付けたものです。招待にお心当たりがない場合は、このメールを無視してかまいません。`,
  }),
  ownerChanged: (details) => ({
    subject: `${details.project}のプロジェクトのロールが変更されました`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'このメールは、プロジェクトでのあなたのロールに関するお知らせです。「」内の名前はユーザーが付けたものです。'
      : `このメールは、あなたがプロジェクトのオーナー${details.isRecipient && details.change === 'removed' ? 'であった' : 'である'}ため送信されました。「」内の名前はユーザーが付けたものです。`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `${details.project}のプロジェクトの設定が変更されました`,
    sentence: `${details.changedAt}に、${named(details, details.isOwner ? 'オーナー' : 'プロジェクトのキーを持つプログラム')}がプロジェクト「${details.ownedProject}」の${list.format(details.fields.map((field) => settings[field] ?? field))}を変更しました。これらの設定を使うと、ユーザーのログインコードを入手したり、ユーザーとしてログインしたりできます。この変更にお心当たりがない場合は、プロジェクトの設定を確認し、変更を元に戻して、変更を行ったオーナーまたはキーを削除してください。`,
    reason:
      'このメールは、あなたがプロジェクトのオーナーであるため送信されました。「」内の名前はユーザーが付けたものです。',
  }),
  passwordHashesExported: (details) => ({
    subject: `${details.project}のプロジェクトのパスワードハッシュがエクスポートされました`,
    sentence: `${details.changedAt}に、${named(details, details.isOwner ? 'オーナー' : 'プロジェクトのキーを持つプログラム')}がプロジェクト「${details.ownedProject}」のすべてのユーザーを、パスワードハッシュと認証アプリのシークレットを含めてエクスポートしました。このファイルを使うと、ユーザーのパスワードを推測して、ユーザーとしてログインできます。このエクスポートにお心当たりがない場合は、エクスポートを行ったオーナーまたはキーを削除し、新しいパスワードの設定と認証アプリの再設定をユーザーに依頼してください。`,
    reason:
      'このメールは、あなたがプロジェクトのオーナーであるため送信されました。「」内の名前はユーザーが付けたものです。',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `${project}のプロジェクトのWebhookエンドポイントが無効になりました`,
    sentence: `${changedAt}に、プロジェクト「${ownedProject}」のWebhookエンドポイント「${endpointHost}」が無効になりました。${cause === 'gone' ? 'エンドポイントが410を返した' : '5日間のすべての配信が失敗した'}ためです。それ以降のイベントは30日間保存されます。ダッシュボードでエンドポイントを有効にすると、保存されたイベントを配信できます。`,
    reason:
      'このメールは、あなたがプロジェクトのオーナーであるため送信されました。「」内の名前はユーザーが付けたものです。',
  }),
  failedEmailsDigest: (details) => ({
    subject: `${details.project}のプロジェクトのメールを配信できませんでした`,
    sentence: failedMails(details),
    reason:
      'このメールは、あなたがプロジェクトのオーナーであるため送信されました。「」内の文字列はユーザーが付けたものです。',
  }),
  test: ({ project }) => ({
    subject: `${project}からのテストメール`,
    sentence: `${project}のメールサーバーは正常に動作しています。`,
    reason: `${project}の管理者がこのテストメールを送信しました。無視してかまいません。`,
  }),
}
