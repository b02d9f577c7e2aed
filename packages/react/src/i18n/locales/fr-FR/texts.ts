import { pluralsOf } from '@portico/ui/language/plural'
import { errors } from './errors.ts'
import type { Locale } from '../locale.ts'
import type { LocalePlurals } from '../plurals.ts'
import type { LocaleTexts } from '../texts.ts'

const texts: LocaleTexts = {
  'Sign in to your account': 'Connectez-vous à votre compte',
  'Create a new account': 'Créer un compte',
  "Don't have an account?": 'Pas encore de compte ?',
  'Already have an account?': 'Vous avez déjà un compte ?',
  'Sign in': 'Se connecter',
  'Sign up': 'S’inscrire',
  'Sign out': 'Se déconnecter',
  'Or continue with': 'Ou continuer avec',
  Email: 'E-mail',
  'Email & Password': 'E-mail et mot de passe',
  'No authentication method enabled': 'Aucune méthode de connexion activée',
  Password: 'Mot de passe',
  'Repeat password': 'Répétez le mot de passe',
  'Forgot password?': 'Mot de passe oublié ?',
  'Show password': 'Voir le mot de passe',
  'Hide password': 'Masquer le mot de passe',
  'At least {n} characters': 'Au moins {n} caractères',
  'Signing in…': 'Connexion…',
  'Signed in': 'Session ouverte',
  'Signing up…': 'Inscription…',
  'Account created': 'Compte créé',
  'Ways to sign in': 'Méthodes de connexion',
  'Sign in with {provider}': 'Se connecter avec {provider}',
  'Sign up with {provider}': 'S’inscrire avec {provider}',
  last: 'dernier',
  'You signed in with this last time': 'Vous avez utilisé cette méthode la dernière fois',
  'Open this page in its own tab': 'Ouvrez cette page dans son propre onglet',
  'This page is embedded in another site. To protect your account, it works only in its own tab.':
    'Cette page est intégrée à un autre site. Pour protéger votre compte, elle fonctionne uniquement dans son propre onglet.',
  'Open in a new tab': 'Ouvrir dans un nouvel onglet',
  'You cannot sign in with a provider inside a frame. Open this page in its own tab.':
    'Vous ne pouvez pas vous connecter avec un fournisseur dans un cadre intégré. Ouvrez cette page dans son propre onglet.',
  'Redirecting to {provider}…': 'Redirection vers {provider}…',
  'Sign in with a passkey': 'Se connecter avec une clé d’accès',
  'Waiting for your passkey…': 'En attente de votre clé d’accès…',
  'The passkey was not accepted. Try again, or choose another way to sign in.':
    'La clé d’accès n’a pas été acceptée. Réessayez ou choisissez une autre méthode de connexion.',
  'The passkey could not be used here. Choose another way to sign in.':
    'La clé d’accès n’a pas pu être utilisée ici. Choisissez une autre méthode de connexion.',

  'Send code': 'Envoyer le code',
  'Check your email': 'Consultez vos e-mails',
  'Enter the code from the email to {email}, or open the link in it.':
    'Saisissez le code de l’e-mail envoyé à {email}, ou ouvrez le lien qu’il contient.',
  'Code from the email': 'Code reçu par e-mail',
  'Send a new code': 'Envoyer un nouveau code',
  'New code in {n} s': 'Nouveau code dans {n} s',
  'A new code is on its way.': 'Un nouveau code est en route.',
  'Invalid code': 'Code incorrect',
  'Invalid TOTP code': 'Code TOTP incorrect',
  'Invalid TOTP code. Please try signing in again.': 'Code TOTP incorrect. Veuillez vous connecter à nouveau.',
  'New account registration is not allowed': 'La création de comptes n’est pas autorisée',
  'Your account is suspended': 'Votre compte est suspendu',
  'You cannot sign in with this account.': 'Vous ne pouvez pas vous connecter avec ce compte.',
  Until: 'Jusqu’au',
  Reason: 'Motif',
  'If you think this is a mistake, contact support.':
    'Si vous pensez qu’il s’agit d’une erreur, contactez l’assistance.',
  'Back to sign-in': 'Retour à la connexion',
  'Terms of service': 'Conditions d’utilisation',
  'Privacy policy': 'Politique de confidentialité',
  'Confirm that it is you': 'Confirmez qu’il s’agit bien de vous',
  'Enter the code that your authenticator app shows for {project}.':
    'Saisissez le code affiché pour {project} par votre application d’authentification.',
  'Enter the code that your authenticator app shows.':
    'Saisissez le code affiché par votre application d’authentification.',
  'Six-digit code': 'Code à six chiffres',
  'Checking…': 'Vérification…',
  'The TOTP code is invalid. Please try again.': 'Le code TOTP est incorrect. Veuillez réessayer.',
  'The sign-in took too long. Please start again.': 'La connexion a pris trop de temps. Veuillez recommencer.',
  'There is no sign-in to finish': 'Aucune connexion à terminer',
  'Start again from the sign-in page.': 'Recommencez depuis la page de connexion.',

  'Sign in with this link?': 'Se connecter avec ce lien ?',
  'Someone requested this link to sign in with your email address. Continue only if it was you.':
    'Quelqu’un a demandé ce lien pour se connecter avec votre adresse e-mail. Continuez uniquement si c’était vous.',
  'The link signs you in as another user. Continue only if you created it yourself just now.':
    'Le lien vous connecte en tant qu’autre utilisateur. Continuez uniquement si vous venez de le créer vous-même.',
  'The link signs you in as {email}.': 'Le lien vous connecte en tant que {email}.',
  'You are signed in.': 'Vous êtes connecté(e).',

  'Sign-in methods removed': 'Méthodes de connexion supprimées',
  'You have confirmed this email address for the first time. Before that, someone else could have added sign-in methods or API keys to the account. These were removed:':
    'Vous avez confirmé cette adresse e-mail pour la première fois. Auparavant, quelqu’un d’autre aurait pu ajouter des méthodes de connexion ou des clés API au compte. Les éléments suivants ont été supprimés :',
  'Account at {provider}': 'Compte {provider}',
  'You can add them again in your account settings.':
    'Vous pouvez les ajouter à nouveau dans les paramètres de votre compte.',
  'You can add them again in your account settings. Reconnect {providers} there.':
    'Vous pouvez les ajouter à nouveau dans les paramètres de votre compte. Associez-y à nouveau {providers}.',
  Continue: 'Continuer',

  'One moment, please.': 'Un instant, s’il vous plaît.',
  'The sign-in is taking longer than expected.': 'La connexion prend plus de temps que prévu.',
  'If nothing happens:': 'Si rien ne se passe :',
  'This sign-in cannot be completed here': 'Cette connexion ne peut pas être terminée ici',
  'It was started in another window, has expired, or is already complete. Please sign in again.':
    'Elle a été commencée dans une autre fenêtre, a expiré ou est déjà terminée. Veuillez vous connecter à nouveau.',
  'The sign-in took too long': 'La connexion a pris trop de temps',
  'The sign-in was not completed in time. Please start again.':
    'La connexion n’a pas été terminée à temps. Veuillez recommencer.',
  'This email address belongs to an account': 'Un compte utilise déjà cette adresse e-mail',
  'There is already an account with this email address. Sign in to it the way you did before, for example with your password or an email link. Then connect the provider in your account settings.':
    'Il existe déjà un compte avec cette adresse e-mail. Connectez-vous à ce compte comme vous le faisiez auparavant, par exemple avec votre mot de passe ou un lien reçu par e-mail. Associez ensuite le fournisseur dans les paramètres de votre compte.',
  'This provider is not enabled': 'Ce fournisseur n’est pas activé',
  'You cannot sign in with this provider at the moment. Choose another way to sign in.':
    'Vous ne pouvez pas vous connecter avec ce fournisseur pour le moment. Choisissez une autre méthode de connexion.',

  'Allow the command line to sign in as you?': 'Autoriser la ligne de commande à se connecter en votre nom ?',
  'A program wants to sign in as {name}. Continue only if you started it yourself just now.':
    'Un programme souhaite se connecter en tant que {name}. Continuez uniquement si vous venez de le lancer vous-même.',
  'If you did not start it, refuse. Someone may be trying to use your account.':
    'Si vous ne l’avez pas lancé, refusez. Quelqu’un essaie peut-être d’utiliser votre compte.',
  Device: 'Appareil',
  'Network address': 'Adresse réseau',
  Requested: 'Demande',
  Unknown: 'Inconnu',
  Allow: 'Autoriser',
  'Allowing…': 'Autorisation…',
  Refuse: 'Refuser',
  'Refusing…': 'Refus…',
  'You can go back to the command line': 'Vous pouvez revenir à la ligne de commande',
  'The command line is now signed in. You can close this page.':
    'La ligne de commande est maintenant connectée. Vous pouvez fermer cette page.',
  Refused: 'Accès refusé',
  'The command line was not signed in. You can close this page.':
    'La ligne de commande n’a pas été connectée. Vous pouvez fermer cette page.',
  'Nothing to confirm': 'Rien à confirmer',
  'This request was already answered, it has expired, or its link is incomplete. Start again from the command line.':
    'Cette demande a déjà reçu une réponse, elle a expiré ou son lien est incomplet. Recommencez depuis la ligne de commande.',
  'The command line could not be signed in': 'La ligne de commande n’a pas pu être connectée',
  Close: 'Fermer',

  'Please enter your email': 'Veuillez saisir votre adresse e-mail',
  'Please enter a valid email': 'Veuillez saisir une adresse e-mail valide',
  'Please enter your password': 'Veuillez saisir votre mot de passe',
  'Please repeat your password': 'Veuillez répéter votre mot de passe',
  'Passwords do not match': 'Les mots de passe ne correspondent pas',
  'Password too short. Minimum length is {n}.': 'Le mot de passe est trop court. Longueur minimale : {n}.',
  'Password too long. Maximum length is {n}.': 'Le mot de passe est trop long. Longueur maximale : {n}.',

  'You are already signed in': 'Vous êtes déjà connecté(e)',
  'You are not currently signed in.': 'Vous n’êtes pas connecté(e) actuellement.',
  'Sign up for new users is not enabled at the moment.':
    'L’inscription de nouveaux utilisateurs n’est pas activée pour le moment.',
  'Email sent!': 'E-mail envoyé !',
  'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.':
    'Si un utilisateur possède cette adresse e-mail, un e-mail a été envoyé dans votre boîte de réception. Pensez à vérifier votre dossier de courrier indésirable.',
  'Password reset successfully!': 'Mot de passe réinitialisé !',
  'You can now sign in with your new password.':
    'Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.',
  'An unknown error occurred.': 'Une erreur inconnue s’est produite.',
  'Please try again and if the problem persists, contact support.':
    'Veuillez réessayer. Si le problème persiste, contactez l’assistance.',
  'Go home': 'Accueil',

  'Verify your email': 'Vérifiez votre adresse e-mail',
  'Confirm that this email address is yours.': 'Confirmez que cette adresse e-mail est la vôtre.',
  'Verify your email address to use your account.': 'Vérifiez votre adresse e-mail pour utiliser votre compte.',
  'Use another email address': 'Utiliser une autre adresse e-mail',
  'Your email': 'Votre e-mail',
  Verify: 'Vérifier',
  'Verifying…': 'Vérification…',
  Cancel: 'Annuler',
  'Email verified': 'Adresse e-mail vérifiée',
  'Your email address is confirmed.': 'Votre adresse e-mail est confirmée.',
  'Is this your account?': 'Est-ce votre compte ?',
  'This account uses your email address. Confirm it only if you created it: its password and all its data stay valid.':
    'Ce compte utilise votre adresse e-mail. Confirmez-le uniquement si vous l’avez créé : son mot de passe et toutes ses données restent valides.',
  'No name': 'Sans nom',
  Created: 'Création',
  'This is my account': 'C’est mon compte',
  'This wasn’t me': 'Ce n’était pas moi',
  'Remove your email address from this account?': 'Supprimer votre adresse e-mail de ce compte ?',
  'Your email address was added to this account. Confirm it only if the account is yours.':
    'Votre adresse e-mail a été ajoutée à ce compte. Confirmez-la uniquement si le compte est le vôtre.',
  'This account uses your email address. Verify it only if the account is yours. To sign in with this address as well, sign in to the account first, then open the link again.':
    'Ce compte utilise votre adresse e-mail. Vérifiez-la uniquement si le compte est le vôtre. Pour vous connecter également avec cette adresse, connectez-vous d’abord au compte, puis ouvrez à nouveau le lien.',
  'Your email address is removed from the account, and all sessions of the account end. If the account has another verified address, we notify its user there.':
    'Votre adresse e-mail est supprimée du compte et toutes les sessions du compte prennent fin. Si le compte a une autre adresse vérifiée, nous en informons son utilisateur à cette adresse.',
  'Your email address is removed from the account. If the account has another verified address, we notify its user there.':
    'Votre adresse e-mail est supprimée du compte. Si le compte a une autre adresse vérifiée, nous en informons son utilisateur à cette adresse.',
  'Remove my address': 'Supprimer mon adresse',
  'Email address removed': 'Adresse e-mail supprimée',
  'The account no longer uses your email address.': 'Le compte n’utilise plus votre adresse e-mail.',
  'Invalid link': 'Lien non valide',
  'This link is incomplete or no longer exists. Open the newest email and use its link.':
    'Ce lien est incomplet ou n’existe plus. Ouvrez l’e-mail le plus récent et utilisez son lien.',
  'Expired link': 'Lien expiré',
  'This link has expired. Request a new email and use its link.':
    'Ce lien a expiré. Demandez un nouvel e-mail et utilisez son lien.',
  'Used link': 'Lien utilisé',
  'This link has already been used. Request a new email if you need another one.':
    'Ce lien a déjà été utilisé. Demandez un nouvel e-mail si vous avez besoin d’un autre lien.',
  'Link opened too many times': 'Lien ouvert trop de fois',
  'This link was opened too many times. Request a new email and use its link.':
    'Ce lien a été ouvert trop de fois. Demandez un nouvel e-mail et utilisez son lien.',

  'Reset your password': 'Réinitialisez votre mot de passe',
  'Enter your email, and we will send you a link to choose a new password.':
    'Saisissez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'Send link': 'Envoyer le lien',
  'Sending…': 'Envoi…',
  'Remember your password?': 'Mot de passe retrouvé ?',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'New password': 'Nouveau mot de passe',
  'Repeat new password': 'Répétez le nouveau mot de passe',
  'Reset password': 'Réinitialiser',
  'Resetting…': 'Réinitialisation…',
  'The password could not be reset': 'Le mot de passe n’a pas pu être réinitialisé',
  'Request a new email and try again.': 'Demandez un nouvel e-mail et réessayez.',
  'Request a new link': 'Demander un nouveau lien',

  'Signing out…': 'Déconnexion…',
  'Loading…': 'Chargement…',
  'Still connecting…': 'Connexion au service en cours…',
  'This page does not exist': 'Cette page n’existe pas',
  'Check the address, or start again from the home page.': 'Vérifiez l’adresse ou repartez de la page d’accueil.',
  'You seem to be offline': 'Vous semblez être hors ligne',
  'Check your connection, then try again.': 'Vérifiez votre connexion Internet, puis réessayez.',
  'The service did not answer': 'Le service n’a pas répondu',
  'Your data is safe. Wait a moment, then try again.':
    'Vos données sont en sécurité. Patientez un instant, puis réessayez.',
  'Please allow cookies for this page, then try again.':
    'Veuillez autoriser les cookies pour cette page, puis réessayez.',
  'Please open this page with https, then try again.': 'Veuillez ouvrir cette page en https, puis réessayez.',
  'Too many attempts. Please try again in a moment.': 'Trop de tentatives. Veuillez réessayer dans un instant.',
  'Too many attempts. Please try again in {n} seconds.': 'Trop de tentatives. Veuillez réessayer dans {n} s.',
  'Too many attempts. Please try again in {n} minutes.': 'Trop de tentatives. Veuillez réessayer dans {n} min.',
  'Try again': 'Réessayer',
  'Sign-in could not be completed': 'La connexion n’a pas pu être terminée',
  'You are signed in, but the page after sign-in sends you back here each time. It may not be able to read your session, for example because your browser blocks cookies. If the problem persists, contact support.':
    'Vous êtes connecté(e), mais la page qui suit la connexion vous renvoie ici à chaque fois. Elle n’arrive peut-être pas à lire votre session, par exemple parce que votre navigateur bloque les cookies. Si le problème persiste, contactez l’assistance.',
  'Something went wrong': 'Un problème est survenu',
  'The sign-in failed with the error {code}.': 'La connexion a échoué avec l’erreur {code}.',
  'The provider does not answer': 'Le fournisseur ne répond pas',
  'It may be unavailable at the moment. Try again later, or choose another way to sign in.':
    'Il est peut-être indisponible pour le moment. Réessayez plus tard ou choisissez une autre méthode de connexion.',
  'You refused access': 'Vous avez refusé l’accès',
  'The provider did not confirm who you are because access was refused. You can try again.':
    'Le fournisseur n’a pas confirmé votre identité, car l’accès a été refusé. Vous pouvez réessayer.',
  'Account already connected': 'Compte déjà associé',
  'This provider account is already connected to another user.':
    'Ce compte du fournisseur est déjà associé à un autre utilisateur.',
  'Another account is connected': 'Un autre compte est associé',
  'You have already connected another account from this provider.':
    'Vous avez déjà associé un autre compte de ce fournisseur.',
  'Sign in again': 'Se reconnecter',
  'Your session has ended. What you typed is still here.': 'Votre session a pris fin. Votre saisie est toujours là.',

  'Open user menu': 'Ouvrir le menu du compte',
  'User menu': 'Menu du compte',
  'You are not signed in': 'Vous n’êtes pas connecté(e)',
  Language: 'Langue',
  'Toggle theme': 'Changer de thème',
  'You are signed in as {name}.': 'Vous êtes connecté(e) en tant que {name}.',
  'An administrator started this session. Profile, sign-in methods and keys cannot be changed.':
    'Un administrateur a ouvert cette session. Le profil, les méthodes de connexion et les clés ne peuvent pas être modifiés.',
  'End impersonation': 'Terminer cette session',

  'Account settings': 'Paramètres du compte',
  Profile: 'Profil',
  'Your name and your picture.': 'Votre nom et votre photo.',
  'Sign-in and security': 'Connexion et sécurité',
  'How you sign in and how your account is protected.':
    'Comment vous vous connectez et comment votre compte est protégé.',
  'Active sessions': 'Sessions actives',
  'The devices where you are signed in. End any session you do not recognise.':
    'Les appareils sur lesquels vous êtes connecté(e). Terminez toute session que vous ne reconnaissez pas.',
  Account: 'Compte',
  'Manage your account.': 'Gérez votre compte.',
  Change: 'Modifier',
  Add: 'Ajouter',
  Save: 'Enregistrer',
  'Saving…': 'Enregistrement…',
  Saved: 'Enregistré',
  'Remove…': 'Supprimer…',
  'Replace…': 'Remplacer…',
  'Removing…': 'Suppression…',
  'Not given': 'Non renseigné',
  Set: 'Défini',
  'Not set': 'Non défini',
  On: 'Activé',
  Off: 'Désactivé',
  Name: 'Nom',
  Picture: 'Photo',
  'Choose picture': 'Choisir une photo',
  'Opening…': 'Ouverture…',
  'This file could not be opened as a picture.': 'Ce fichier n’a pas pu être ouvert comme image.',
  'Choose a JPEG, PNG or WebP file.': 'Choisissez un fichier JPEG, PNG ou WebP.',
  'Left to right': 'De gauche à droite',
  'Top to bottom': 'De haut en bas',
  Zoom: 'Zoom',
  'Drag the picture, or use the sliders.': 'Faites glisser la photo ou utilisez les curseurs.',
  'Save picture': 'Enregistrer la photo',
  'Picture saved.': 'Photo enregistrée.',
  'Remove your picture?': 'Supprimer votre photo ?',
  'Remove picture': 'Supprimer la photo',
  'Picture removed.': 'Photo supprimée.',
  Primary: 'Principale',
  Unverified: 'Non vérifiée',
  'Send verification email': 'Envoyer l’e-mail de vérification',
  'You have not confirmed yet that this mailbox is yours. Until you do, you can lose the address or your sign-in methods.':
    'Vous n’avez pas encore confirmé que cette boîte e-mail est la vôtre. Tant que vous ne l’avez pas fait, vous pouvez perdre l’adresse ou vos méthodes de connexion.',
  'Confirm that this is your mailbox': 'Confirmer que c’est ma boîte e-mail',
  'Email addresses': 'Adresses e-mail',
  'Addresses that receive our mail and that you can sign in with.':
    'Adresses qui reçoivent nos e-mails et avec lesquelles vous pouvez vous connecter.',
  'Add email address': 'Ajouter une adresse e-mail',
  'Used for sign-in': 'Utilisée pour la connexion',
  'Verify this address first.': 'Vérifiez d’abord cette adresse.',
  'This is your only address to sign in with.': 'C’est votre seule adresse de connexion.',
  'Make primary': 'Rendre principale',
  'Use for sign-in': 'Utiliser pour la connexion',
  'Stop using for sign-in': 'Ne plus utiliser pour la connexion',
  'Remove {email}?': 'Supprimer {email} ?',
  'You will have no primary address until you choose another one.':
    'Vous n’aurez plus d’adresse principale tant que vous n’en aurez pas choisi une autre.',
  'You can no longer receive our mail there or sign in with it.':
    'Vous ne pourrez plus y recevoir nos e-mails ni vous connecter avec cette adresse.',
  'Remove address': 'Supprimer l’adresse',
  'We send a link to this address. Open it to verify the address.':
    'Nous envoyons un lien à cette adresse. Ouvrez-le pour vérifier l’adresse.',
  'You already have this address': 'Vous avez déjà cette adresse',
  'Another account already signs in with this address.': 'Un autre compte se connecte déjà avec cette adresse.',
  'Address added. Open the link in the email to verify it.':
    'Adresse ajoutée. Ouvrez le lien de l’e-mail pour la vérifier.',
  'Primary address changed.': 'Adresse principale modifiée.',
  'You can now sign in with this address.': 'Vous pouvez maintenant vous connecter avec cette adresse.',
  'The address is no longer used for sign-in.': 'L’adresse n’est plus utilisée pour la connexion.',
  'Address removed.': 'Adresse supprimée.',
  'Adding…': 'Ajout…',
  'Email sent. Check your spam folder as well.': 'E-mail envoyé. Vérifiez aussi votre dossier de courrier indésirable.',
  'To set a password, you need an email address to sign in with.':
    'Pour créer un mot de passe, il vous faut une adresse e-mail de connexion.',
  'Set password': 'Créer un mot de passe',
  'Change password': 'Modifier le mot de passe',
  'Current password': 'Mot de passe actuel',
  'This is not your current password': 'Ce n’est pas votre mot de passe actuel',
  'Password set.': 'Mot de passe créé.',
  'Password changed. All other sessions have ended.': 'Mot de passe modifié. Toutes les autres sessions ont pris fin.',
  'Choose a stronger password': 'Choisissez un mot de passe plus robuste',
  'Your password still works, but it does not meet the current rules. A stronger one protects your account better.':
    'Votre mot de passe fonctionne toujours, mais il ne respecte pas les règles actuelles. Un mot de passe plus robuste protège mieux votre compte.',
  Passkeys: 'Clés d’accès',
  'Add passkey': 'Ajouter une clé',
  'Waiting for your device…': 'En attente de votre appareil…',
  'Sign in with a fingerprint, a face or the PIN of your device.':
    'Connectez-vous avec votre empreinte digitale, votre visage ou le code PIN de votre appareil.',
  'To add a passkey, you need a verified email address.':
    'Pour ajouter une clé d’accès, il vous faut une adresse e-mail vérifiée.',
  'Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.':
    'Les navigateurs refusent les clés d’accès sur une adresse IP. Ouvrez cette page par son nom, par exemple localhost.',
  'This is your only way to sign in, so it cannot be removed.':
    'C’est votre seule méthode de connexion, elle ne peut donc pas être supprimée.',
  'Options for {name}': 'Options : {name}',
  Rename: 'Renommer',
  'Please enter a name': 'Veuillez saisir un nom',
  'A name has at most {n} characters.': 'Un nom comporte au maximum {n} caractères.',
  'Added on {date}': 'Ajoutée le {date}',
  'Not used yet': 'Pas encore utilisée',
  'Passkey added.': 'Clé d’accès ajoutée.',
  'Passkey renamed.': 'Clé d’accès renommée.',
  'Passkey removed. Delete it from your device or password manager as well.':
    'Clé d’accès supprimée. Supprimez-la aussi de votre appareil ou de votre gestionnaire de mots de passe.',
  'Remove the passkey?': 'Supprimer la clé d’accès ?',
  'You can no longer use it to sign in here.': 'Vous ne pourrez plus vous en servir pour vous connecter ici.',
  'Remove passkey': 'Supprimer la clé d’accès',
  'This device already has a passkey for your account.': 'Cet appareil a déjà une clé d’accès pour votre compte.',
  'This device cannot store passkeys.': 'Cet appareil ne peut pas enregistrer de clés d’accès.',
  'Try again with another device or a password manager.':
    'Réessayez avec un autre appareil ou un gestionnaire de mots de passe.',
  'The passkey could not be added.': 'La clé d’accès n’a pas pu être ajoutée.',
  'Please try again, or use another device.': 'Veuillez réessayer ou utiliser un autre appareil.',
  'Code by email': 'Code par e-mail',
  'Sign in with a code that we send you, without a password.':
    'Connectez-vous avec un code que nous vous envoyons, sans mot de passe.',
  'To sign in with a code, you need a verified email address.':
    'Pour vous connecter avec un code, il vous faut une adresse e-mail vérifiée.',
  'This is your only way to sign in, so it cannot be switched off.':
    'C’est votre seule méthode de connexion, elle ne peut donc pas être désactivée.',
  'Switch on': 'Activer',
  'Switch off': 'Désactiver',
  'Switch off…': 'Désactiver…',
  'Switch off signing in with a code?': 'Désactiver la connexion avec un code ?',
  'Connected accounts': 'Comptes associés',
  'Disconnect…': 'Dissocier…',
  Disconnect: 'Dissocier',
  'Disconnecting…': 'Dissociation…',
  'Disconnect your account at {provider}?': 'Dissocier votre compte {provider} ?',
  '{provider} is disconnected.': 'Le compte {provider} est dissocié.',
  'No addresses': 'Aucune adresse',
  'No accounts': 'Aucun compte',
  'No passkeys': 'Aucune clé d’accès',
  'Sign in with an account that you already have at a provider.':
    'Connectez-vous avec un compte que vous avez déjà chez un fournisseur.',
  'Connect account': 'Associer un compte',
  'Connecting…': 'Association…',
  'Second factor': 'Second facteur',
  'Authenticator app': 'Application d’authentification',
  'Set up a second factor to use your account.': 'Configurez un second facteur pour utiliser votre compte.',
  'Set up a second factor by {date}. After that, you can only set one up when you sign in.':
    'Configurez un second facteur avant le {date}. Ensuite, une fois connecté, vous ne pourrez plus que le configurer.',
  'To set up an authenticator app, first confirm that one of your email addresses is yours.':
    'Pour configurer une application d’authentification, confirmez d’abord que l’une de vos adresses e-mail est la vôtre.',
  'Set up': 'Configurer',
  'A code from an app on your phone protects your account even if someone else knows your password.':
    'Un code fourni par une application sur votre téléphone protège votre compte, même si quelqu’un d’autre connaît votre mot de passe.',
  'Signing in also requires a code from your app.': 'La connexion nécessite aussi un code de votre application.',
  'Scan this with an authenticator app.': 'Scannez ce code avec une application d’authentification.',
  'QR code for your authenticator app': 'Code QR pour votre application d’authentification',
  'Or type this key into the app:': 'Ou saisissez cette clé dans l’application :',
  'Copy key': 'Copier la clé',
  Copied: 'Copié',
  'Please select the text and copy it.': 'Veuillez sélectionner le texte et le copier.',
  'Open in an app on this phone': 'Ouvrir dans une application sur ce téléphone',
  'Then enter the six digits it shows': 'Saisissez ensuite les six chiffres affichés',
  'Please enter all six digits': 'Veuillez saisir les six chiffres',
  'The clocks of your devices differ. Set the time automatically on both devices, then try again.':
    'Les horloges de vos appareils diffèrent. Activez le réglage automatique de l’heure sur les deux appareils, puis réessayez.',
  'Replace app': 'Remplacer',
  'Finally, enter the six digits of your current app':
    'Enfin, saisissez les six chiffres de votre application actuelle',
  'Signing in now requires a code from the new app.':
    'La connexion nécessite maintenant un code de la nouvelle application.',
  'From now on, signing in requires a code.': 'Désormais, la connexion nécessite un code.',
  'Remove the second factor?': 'Supprimer le second facteur ?',
  'You will sign in without a code. We will notify you by email.':
    'Vous vous connecterez sans code. Nous vous préviendrons par e-mail.',
  'You can then sign in with the passkey instead of a code.':
    'Vous pourrez alors vous connecter avec la clé d’accès au lieu d’un code.',
  'Code from your authenticator app': 'Code de votre application d’authentification',
  'Remove second factor': 'Supprimer le second facteur',
  'Second factor removed. You now sign in without a code.':
    'Second facteur supprimé. Vous vous connectez maintenant sans code.',
  'Use a recovery code': 'Utiliser un code de secours',
  'Use your authenticator app': 'Utiliser l’application d’authentification',
  'Recovery code': 'Code de secours',
  'Enter one of the recovery codes that you saved. Each works once.':
    'Saisissez l’un des codes de secours que vous avez enregistrés. Chacun sert une seule fois.',
  'Recovery codes': 'Codes de secours',
  'Unused: {n}': 'Inutilisés : {n}',
  'If you lose your phone, a recovery code takes the place of a code from your app. Each works once.':
    'Si vous perdez votre téléphone, un code de secours remplace un code de votre application. Chacun sert une seule fois.',
  'Create codes': 'Créer des codes',
  'Save these codes where you can find them without your phone. They are shown only now.':
    'Enregistrez ces codes là où vous les retrouverez sans votre téléphone. Ils ne sont affichés que maintenant.',
  'Copy codes': 'Copier les codes',
  Print: 'Imprimer',
  'Replace the recovery codes?': 'Remplacer les codes de secours ?',
  'The present codes stop working. We will notify you by email.':
    'Les codes actuels cesseront de fonctionner. Nous vous préviendrons par e-mail.',
  'Replace codes': 'Remplacer les codes',
  'No codes': 'Aucun code',
  'Recovery codes for {project}': 'Codes de secours pour {project}',
  'Please enter the whole code': 'Veuillez saisir le code entier',
  'All recovery codes are used. Create new ones.': 'Tous les codes de secours ont été utilisés. Créez-en de nouveaux.',
  'Cancel the removal of your second factor?': 'Annuler la suppression de votre second facteur ?',
  'Your second factor stays. Signing in still requires it.':
    'Votre second facteur est conservé. La connexion le nécessite toujours.',
  'Announced removal': 'Suppression annoncée',
  'Your second factor will be removed at this time. If you did not ask for this, cancel the removal.':
    'Votre second facteur sera supprimé à ce moment. Si vous ne l’avez pas demandé, annulez la suppression.',
  'Cancel the removal': 'Annuler la suppression',
  'Cancelling…': 'Annulation…',
  'Removal cancelled': 'Suppression annulée',
  'End the session on the new device?': 'Terminer la session qui n’est pas la vôtre ?',
  'We end the session on the new device. If your account can have a password, we also send you a link to choose a new one.':
    'Nous mettons fin à la session sur le nouvel appareil. Si votre compte peut avoir un mot de passe, nous vous envoyons aussi un lien pour en choisir un nouveau.',
  'Session ended': 'Session terminée',
  'Check your email and choose a new password. This ends all other sessions as well.':
    'Consultez vos e-mails et choisissez un nouveau mot de passe. Cela met aussi fin à toutes les autres sessions.',
  'Check your account settings: remove each way to sign in and end each session that you do not recognise.':
    'Vérifiez les paramètres de votre compte : supprimez chaque façon de vous connecter et mettez fin à chaque session que vous ne reconnaissez pas.',
  'There are no active sessions.': 'Il n’y a aucune session active.',
  'This device': 'Cet appareil',
  'Started by an administrator': 'Ouverte par un administrateur',
  'Unknown device': 'Appareil inconnu',
  '{browser} on {system}': '{browser} sur {system}',
  'Last used': 'Dernière utilisation',
  'Signed in on {date}': 'Connexion le {date}',
  End: 'Terminer',
  'End the session of {device}?': 'Terminer cette session ({device}) ?',
  'End session': 'Terminer la session',
  'Ending…': 'Fermeture…',
  'The session has ended.': 'La session a pris fin.',
  'Other sessions': 'Autres sessions',
  'Remember this device until {date}': 'Mémoriser cet appareil jusqu’au {date}',
  'Remembered devices': 'Appareils mémorisés',
  Forget: 'Oublier',
  'Ask for your second factor on {device} again?': 'Demander de nouveau votre second facteur sur {device} ?',
  'That device asks for your second factor again.': 'Cet appareil demandera de nouveau votre second facteur.',
  'You are signed in on this device only.': 'Vous êtes connecté(e) uniquement sur cet appareil.',
  'Signs you out on all other devices, for example after you lose one.':
    'Vous déconnecte de tous vos autres appareils, par exemple si vous en avez perdu un.',
  'End all others…': 'Terminer toutes les autres…',
  'End all others': 'Terminer les autres',
  'All other sessions have ended.': 'Toutes les autres sessions ont pris fin.',
  'Ends the session on this device.': 'Met fin à la session sur cet appareil.',
  'Your data': 'Vos données',
  'The data that is stored about your account, as a JSON file.':
    'Les données enregistrées sur votre compte, dans un fichier JSON.',
  Download: 'Télécharger',
  'Downloaded as {file}.': 'Fichier {file} téléchargé.',
  'Delete account': 'Supprimer le compte',
  'Delete account…': 'Supprimer le compte…',
  'Deletes your account and all its data. This cannot be undone.':
    'Supprime votre compte et toutes ses données. Cette action est irréversible.',
  'Delete the account {name} at {project}?': 'Supprimer le compte {name} sur {project} ?',
  'Delete account permanently': 'Supprimer définitivement le compte',
  'Deleting…': 'Suppression…',
  'Keep account': 'Garder le compte',
  'Your account has been deleted': 'Votre compte a été supprimé',
  'You are signed out everywhere.': 'Vous êtes déconnecté(e) partout.',
  'Your sign-up is waiting for approval': 'Votre inscription est en attente d’approbation',
  'You can use your account as soon as it is approved.': 'Vous pourrez utiliser votre compte dès qu’il sera approuvé.',
  'This is not allowed': 'Cette action n’est pas autorisée',
  'An administrator started this session, or your account lacks permission.':
    'Un administrateur a ouvert cette session, ou votre compte ne dispose pas de l’autorisation nécessaire.',
  'To change this, sign in again. Your last sign-in was more than {n} minutes ago.':
    'Pour modifier ceci, reconnectez-vous. Votre dernière connexion remonte à plus de {n} min.',

  'You are invited to a team': 'Vous êtes invité(e) à rejoindre une équipe',
  'The invited address belongs to an account. Sign in to join the team.':
    'L’adresse invitée appartient à un compte. Connectez-vous pour rejoindre l’équipe.',
  'Create an account to join the team. If you already have one, sign in.':
    'Créez un compte pour rejoindre l’équipe. Si vous en avez déjà un, connectez-vous.',
  'New accounts cannot be created at the moment. If you already have one, sign in to join the team.':
    'Il n’est pas possible de créer de compte pour le moment. Si vous en avez déjà un, connectez-vous pour rejoindre l’équipe.',
  'Create account': 'Créer un compte',
  'Its members will see your name and your picture.': 'Ses membres verront votre nom et votre photo.',
  Team: 'Équipe',
  'Invited by': 'Invitation de',
  Invited: 'Destinataire',
  'Signed in as': 'Compte connecté',
  'Join team': 'Rejoindre',
  'Joining…': 'Adhésion…',
  'Not now': 'Plus tard',
  'This invitation is for another address': 'Cette invitation est destinée à une autre adresse',
  'Your account does not have the invited address. Switch to the right account, or join with this one.':
    'Votre compte n’a pas l’adresse invitée. Passez au bon compte ou rejoignez l’équipe avec celui-ci.',
  'Switch account': 'Changer de compte',
  'Join with this account': 'Rejoindre avec ce compte',
  'You are now a member': 'Vous êtes maintenant membre',
  'You can open the team at any time in your account settings.':
    'Vous pouvez ouvrir l’équipe à tout moment dans les paramètres de votre compte.',
  'Open your invitation again': 'Ouvrez à nouveau votre invitation',
  'This page does not know your invitation, for example because the sign-in ended in another tab or browser. Open the link in the invitation email again.':
    'Cette page ne connaît pas votre invitation, par exemple parce que la connexion s’est terminée dans un autre onglet ou navigateur. Ouvrez à nouveau le lien de l’e-mail d’invitation.',
  'Invalid invitation': 'Invitation non valide',
  'The link is incomplete, or the invitation was withdrawn. Ask the person who invited you for a new invitation.':
    'Le lien est incomplet ou l’invitation a été retirée. Demandez une nouvelle invitation à la personne qui vous a invité(e).',
  'Expired invitation': 'Invitation expirée',
  'This invitation has expired. Ask the person who invited you for a new invitation.':
    'Cette invitation a expiré. Demandez une nouvelle invitation à la personne qui vous a invité(e).',
  'Used invitation': 'Invitation déjà utilisée',
  'This invitation was already accepted. If that was you, open the team in your account settings.':
    'Cette invitation a déjà été acceptée. Si c’était vous, ouvrez l’équipe dans les paramètres de votre compte.',
  'This link was opened too many times. Ask the person who invited you for a new invitation.':
    'Ce lien a été ouvert trop de fois. Demandez une nouvelle invitation à la personne qui vous a invité(e).',
  'Your invitation has verified this address.': 'Votre invitation a permis de vérifier cette adresse.',

  // Invitations to sign up
  'You are invited to {project}': 'Invitation à {project}',
  'Accept the invitation to create an account. If you already have an account with this address, the invitation signs you in.':
    'Acceptez l’invitation pour créer un compte. Si vous avez déjà un compte avec cette adresse, l’invitation vous connecte.',
  'Accept invitation': 'Accepter l’invitation',
  'You are already signed in. To accept the invitation, sign out first.':
    'Vous êtes déjà connecté(e). Pour accepter l’invitation, déconnectez-vous d’abord.',
  'This invitation was already accepted. If that was you, sign in.':
    'Cette invitation a déjà été acceptée. Si c’était vous, connectez-vous.',

  Teams: 'Équipes',
  'Current team': 'Équipe actuelle',
  'Other teams': 'Autres équipes',
  'You have no other teams': 'Vous n’avez pas d’autres équipes',
  'You are not a member of a team': 'Vous n’êtes membre d’aucune équipe',
  'Settings of {name}': 'Paramètres : {name}',
  'Select a team': 'Choisir une équipe',
  'No team': 'Sans équipe',
  'Create a team': 'Créer une équipe',
  'Load the teams again': 'Recharger les équipes',
  'Search teams': 'Rechercher une équipe',
  'Search members': 'Rechercher un membre',
  'Search invitations': 'Rechercher une invitation',
  '{n} found': 'Résultats : {n}',
  'No matches': 'Aucun résultat',
  'Show {n} more': 'Afficher {n} de plus',

  'Teams that you are invited to.': 'Équipes que l’on vous invite à rejoindre.',
  'You are its first member and can invite others.':
    'Vous en êtes le premier membre et pouvez inviter d’autres personnes.',
  'Create team': 'Créer une équipe',
  'Creating…': 'Création…',
  'Team created': 'Équipe créée',
  'You cannot create teams here': 'Vous ne pouvez pas créer d’équipe ici',
  'How you appear in this team, and what you can manage.':
    'Comment vous apparaissez dans cette équipe et ce que vous pouvez gérer.',
  'This team is not available': 'Cette équipe n’est pas disponible',
  'It was deleted, or you are not a member.': 'Elle a été supprimée, ou vous n’en êtes pas membre.',
  'Your profile': 'Votre profil',
  'Your picture': 'Votre photo',
  'Your name': 'Votre nom',
  'For the members of this team only.': 'Pour les membres de cette équipe uniquement.',
  'Remove your picture from this team?': 'Supprimer votre photo de cette équipe ?',
  'The team then sees the picture of your account.': 'L’équipe verra alors la photo de votre compte.',
  'Team picture': 'Photo de l’équipe',
  'Team name': 'Nom de l’équipe',
  'Second factor required': 'Second facteur obligatoire',
  'Each member needs an authenticator app or a passkey.':
    'Chaque membre a besoin d’une application d’authentification ou d’une clé d’accès.',
  'Switch on…': 'Activer…',
  'Require a second factor of all members?': 'Exiger un second facteur de tous les membres ?',
  'Members without one must set it up within the time that the app allows, and you too. Some members must sign in again.':
    'Les membres qui n’en ont pas doivent en configurer un dans le délai accordé par l’application, vous aussi. Certains membres devront se reconnecter.',
  'No longer require a second factor?': 'Ne plus exiger de second facteur ?',
  'Members keep their second factors and can remove them.':
    'Les membres conservent leur second facteur et peuvent le supprimer.',
  'Remove the picture of the team?': 'Supprimer la photo de l’équipe ?',
  Members: 'Membres',
  'Only you': 'Vous seul(e)',
  '{n} people': '{n} personnes',
  You: 'Vous',
  'Remove {name} from the team?': 'Supprimer {name} de l’équipe ?',
  'They need a new invitation to return.': 'Cette personne aura besoin d’une nouvelle invitation pour revenir.',
  'Remove member': 'Supprimer le membre',
  'Member removed.': 'Membre supprimé.',
  'Roles of {name}': 'Rôles : {name}',
  'You can grant and revoke only permissions that you have yourself.':
    'Vous pouvez accorder et révoquer uniquement les autorisations dont vous disposez vous-même.',
  Roles: 'Rôles',
  'Single permissions': 'Autorisations individuelles',
  'Roles changed.': 'Rôles modifiés.',
  Administrator: 'Administrateur',
  Member: 'Membre',
  'Change name and picture': 'Modifier le nom et la photo',
  'Delete the team': 'Supprimer l’équipe',
  'See the members': 'Voir les membres',
  'Remove members': 'Supprimer des membres',
  'Invite people': 'Inviter des personnes',
  'Manage API keys': 'Gérer les clés API',
  'Change roles': 'Modifier les rôles',
  'Change the roles of members': 'Modifier les rôles des membres',
  Invitations: 'Invitations',
  'Open invitations': 'Invitations en attente',
  'No open invitations': 'Aucune invitation en attente',
  'We send a link by email. People without an account can create one with it.':
    'Nous envoyons un lien par e-mail. Les personnes sans compte peuvent l’utiliser pour en créer un.',
  'Invite…': 'Inviter…',
  'Please enter an email address': 'Veuillez saisir une adresse e-mail',
  'Send invitation': 'Envoyer l’invitation',
  'Invitation sent to {email}.': 'Invitation envoyée à {email}.',
  'Valid until {date}': 'Valable jusqu’au {date}',
  'Send again': 'Renvoyer',
  'Withdraw…': 'Retirer…',
  'Withdraw the invitation of {email}?': 'Retirer l’invitation envoyée à {email} ?',
  'The link in the email then no longer works.': 'Le lien de l’e-mail ne fonctionnera alors plus.',
  'Withdraw invitation': 'Retirer l’invitation',
  'Withdrawing…': 'Retrait…',
  'Invitation withdrawn.': 'Invitation retirée.',
  'Leave team': 'Quitter l’équipe',
  'Leave…': 'Quitter…',
  'You lose access to the team.': 'Vous perdez l’accès à l’équipe.',
  'Leave {name}?': 'Quitter {name} ?',
  'Leaving…': 'Départ…',
  'To return, you need a new invitation.': 'Pour revenir, il vous faudra une nouvelle invitation.',
  'You are the last member. No one can open the team after you leave.':
    'Vous êtes le dernier membre. Personne ne pourra ouvrir l’équipe après votre départ.',
  'You can manage this team. If no other member can, no one will be able to manage it.':
    'Vous pouvez gérer cette équipe. Si aucun autre membre ne le peut, plus personne ne pourra la gérer.',
  'You are the only member who can manage this team. Give this role to another member first.':
    'Vous êtes le seul membre à pouvoir gérer cette équipe. Donnez d’abord ce rôle à un autre membre.',
  'You are no longer a member of {name}.': 'Vous n’êtes plus membre de l’équipe {name}.',
  'Delete team': 'Supprimer l’équipe',
  'Delete team…': 'Supprimer l’équipe…',
  'Deletes the team with all its data, for all members. This cannot be undone.':
    'Supprime l’équipe et toutes ses données, pour tous les membres. Cette action est irréversible.',
  'Delete the team {name}?': 'Supprimer l’équipe {name} ?',
  'Its members and their data in the team are removed at once.':
    'Ses membres et leurs données dans l’équipe sont supprimés immédiatement.',
  'Delete team permanently': 'Supprimer définitivement l’équipe',
  'Keep team': 'Garder l’équipe',
  '{name} is deleted.': 'L’équipe {name} est supprimée.',

  'API keys': 'Clés API',
  'Your programs act as you with these keys. Treat them like passwords.':
    'Avec ces clés, vos programmes agissent en votre nom. Traitez-les comme des mots de passe.',
  'Your programs act for the team with these keys. Treat them like passwords.':
    'Avec ces clés, vos programmes agissent au nom de l’équipe. Traitez-les comme des mots de passe.',
  'Your keys': 'Vos clés',
  'No keys yet': 'Pas encore de clés',
  'No valid keys': 'Aucune clé valide',
  'Create a key, then send it with each request:': 'Créez une clé, puis envoyez-la avec chaque requête :',
  'Copy command': 'Copier la commande',
  'Create key…': 'Créer une clé…',
  'Create an API key': 'Créer une clé API',
  Description: 'Description',
  'Name the program or device that uses the key.': 'Indiquez le programme ou l’appareil qui utilise la clé.',
  'Please enter a description': 'Veuillez saisir une description',
  'A description has at most {n} characters.': 'Une description comporte au maximum {n} caractères.',
  Expiry: 'Expiration',
  '1 day': '1 jour',
  '{n} days': '{n} jours',
  '1 year': '1 an',
  Never: 'Jamais',
  Unchanged: 'Inchangée',
  'The key works until you revoke it.': 'La clé fonctionne jusqu’à ce que vous la révoquiez.',
  'Create key': 'Créer la clé',
  'There are {n} valid keys, the maximum.': 'Nombre maximal de clés valides atteint : {n}.',
  'Revoke keys that you no longer need, then try again.':
    'Révoquez les clés dont vous n’avez plus besoin, puis réessayez.',
  'Store this key now': 'Enregistrez cette clé maintenant',
  'It is shown only once. If you lose it, create a new one.':
    'Elle n’est affichée qu’une seule fois. Si vous la perdez, créez-en une nouvelle.',
  'I have stored it': 'Je l’ai enregistrée',
  'Confirm that you have stored the key.': 'Confirmez que vous avez enregistré la clé.',
  Done: 'Terminé',
  Key: 'Clé',
  Status: 'État',
  Options: 'Options',
  All: 'Toutes',
  Valid: 'Valide',
  Expired: 'Expirée',
  Revoked: 'Révoquée',
  Public: 'Publique',
  'Until {date}': 'Jusqu’au {date}',
  'Expires {when}': 'Expire {when}',
  'Does not expire': 'N’expire pas',
  'Search keys': 'Rechercher une clé',
  Edit: 'Modifier',
  'Key changed.': 'Clé modifiée.',
  'Revoke…': 'Révoquer…',
  'Revoke {name}?': 'Révoquer {name} ?',
  'Programs that use this key lose access at once. It cannot be made valid again.':
    'Les programmes qui utilisent cette clé perdent immédiatement l’accès. Elle ne peut pas redevenir valide.',
  'Revoke key': 'Révoquer la clé',
  'Revoking…': 'Révocation…',
  'Key revoked.': 'Clé révoquée.',

  'Wrong e-mail or password.': 'Adresse e-mail ou mot de passe incorrect.',
  'A user with this e-mail address already exists.': 'Un utilisateur avec cette adresse e-mail existe déjà.',
  'This password is too easy to guess. Please choose another one.':
    'Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.',
  'Signing in with a password is not enabled for this project.':
    'La connexion par mot de passe n’est pas activée pour ce projet.',
}

const plural = pluralsOf('fr')

const plurals: LocalePlurals = {
  '{n} valid keys': (n) => plural(n, { one: '{n} clé valide', many: '{n} de clés valides', other: '{n} clés valides' }),
  'End {n} other sessions?': (n) =>
    plural(n, {
      one: 'Terminer l’autre session ?',
      many: 'Terminer {n} autres sessions ?',
      other: 'Terminer {n} autres sessions ?',
    }),
}

export const locale: Locale = { texts, plurals, errors }
