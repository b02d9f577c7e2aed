// Generated from `errors.ts` by `npm run generate`. Do not edit.
import type { ErrorCode, ErrorFamily } from './errors.ts'

/** The codes of each family; under the empty name those without one. In lower case, which compresses better. */
const members: Readonly<Record<string, string>> = {
  '': 'unsupported_error rate_limited body_parsing_error schema_error all_overloads_failed project_authentication_error session_authentication_error refresh_token_error staff_permission_required user_authentication_required recent_sign_in_required cannot_get_own_user_without_user user_email_already_exists email_not_verified user_id_does_not_exist user_not_found project_not_found project_version_conflict branch_does_not_exist sign_up_not_enabled sign_up_rejected bot_challenge_required bot_challenge_failed password_authentication_not_enabled passkey_authentication_not_enabled anonymous_accounts_not_enabled restricted_user_not_allowed email_password_mismatch redirect_url_not_whitelisted password_requirements_not_met user_does_not_have_password password_confirmation_mismatch email_already_verified email_not_associated_with_user email_is_not_primary_email verification_error passkey_registration_failed passkey_webauthn_error passkey_authentication_failed multi_factor_authentication_required invalid_totp_code invalid_recovery_code multi_factor_authentication_not_enabled invalid_polling_code cli_auth_error cli_auth_expired_error cli_auth_used_error oauth_connection_not_connected_to_user oauth_connection_already_connected_to_another_user oauth_connection_does_not_have_required_scope oauth_extra_scope_not_available_with_shared_oauth_keys oauth_access_token_not_available_with_shared_oauth_keys invalid_oauth_client_id_or_secret invalid_scope user_already_connected_to_another_oauth_connection outer_oauth_timeout oauth_provider_not_found_or_not_enabled invalid_shared_oauth_provider_id invalid_standard_oauth_provider_id invalid_authorization_code oauth_provider_temporarily_unavailable oauth_provider_access_denied contact_channel_already_used_for_auth_by_someone_else permission_not_found wrong_permission_scope contained_permission_not_found permission_id_already_exists project_permission_required team_permission_required team_permission_not_found team_not_found team_already_exists team_limit_reached team_membership_not_found team_membership_already_exists team_invitation_restricted_user_not_allowed email_template_already_exists email_template_version_conflict requires_custom_email_server api_key_not_valid',
  project_authentication_error:
    'invalid_project_authentication project_authentication_required expected_internal_project',
  invalid_project_authentication:
    'project_key_without_access_type invalid_access_type access_type_without_project_id access_type_required insufficient_access_type invalid_publishable_client_key invalid_secret_server_key invalid_super_secret_admin_key invalid_admin_access_token',
  invalid_admin_access_token:
    'unparsable_admin_access_token admin_access_token_expired invalid_project_for_admin_access_token admin_access_token_is_not_admin',
  project_authentication_required:
    'client_authentication_required server_authentication_required client_or_server_authentication_required client_or_admin_authentication_required client_or_server_or_admin_authentication_required admin_authentication_required',
  session_authentication_error: 'invalid_session_authentication',
  invalid_session_authentication: 'invalid_access_token',
  invalid_access_token: 'unparsable_access_token access_token_expired invalid_project_for_access_token',
  refresh_token_error: 'refresh_token_not_found_or_expired cannot_delete_current_session provider_rejected',
  password_requirements_not_met: 'password_too_short password_too_long',
  verification_error:
    'verification_code_not_found verification_code_expired verification_code_already_used verification_code_max_attempts_reached',
  api_key_not_valid:
    'api_key_expired api_key_revoked wrong_api_key_type api_key_not_found public_api_key_cannot_be_revoked',
}

/** The family of each code in the error catalogue; empty for a code without a family. */
export const errorFamilies = Object.fromEntries(
  Object.entries(members).flatMap(([family, codes]) =>
    codes
      .toUpperCase()
      .split(' ')
      .map((code) => [code, family.toUpperCase()]),
  ),
  // A test compares the codes and the families with the catalogue.
) as { readonly [Code in ErrorCode]: ErrorFamily<Code> }
