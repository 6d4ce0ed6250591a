import type { PageTexts } from './texts.ts'

export const fr: PageTexts = {
  phone: 'Numéro de portable',
  fields: {
    firstname: 'Prénom',
    lastname: 'Nom',
    email: 'E-mail',
    jobTitle: 'Poste',
    department: 'Service',
    location: 'Lieu de travail',
  },
  optional: 'facultatif',
  join: 'S’inscrire',
  terms: 'Conditions',
  privacy: 'Confidentialité',
  language: 'Langue',
  errors: {
    invalid: 'Saisissez un numéro de portable avec son indicatif.',
    landline: 'C’est un téléphone fixe. Saisissez un numéro de portable.',
    abroad: 'Nous ne pouvons pas écrire aux numéros de ce pays.',
    missing: 'Remplissez ce champ.',
    long: 'C’est trop long. Raccourcissez.',
    email: 'Saisissez un e-mail comme nom@exemple.com.',
    agree: 'Cochez la case pour recevoir des messages.',
    outdated: 'Le texte a changé. Lisez-le, puis inscrivez-vous à nouveau.',
    slow: 'Trop d’essais. Attendez quelques minutes.',
    codeWrong: 'Ce code est incorrect. Vérifiez le message et réessayez.',
    codeDead: 'Ce code a expiré. Recommencez pour en recevoir un autre.',
    top: 'Vérifiez les champs ci-dessous.',
  },
  closed: ['Cette page est fermée pour le moment', 'Demandez à votre responsable comment recevoir les messages.'],
  unknown: ['Page introuvable', 'Vérifiez l’adresse ou scannez à nouveau le code.'],
  pending: ['Regardez votre téléphone', 'Nous envoyons un message au {phone}. Répondez YES pour terminer.'],
  code: ['Saisissez votre code', 'Nous envoyons un code au {phone}.'],
  codeLabel: 'Code à 6 chiffres',
  confirm: 'Confirmer',
  again: 'Recommencer',
  joined: ['C’est fait', '{organization} peut maintenant vous écrire. Répondez STOP à un message pour arrêter.'],
  already: ['Vous êtes déjà inscrit', 'Vos informations sont à jour.'],
  resume: ['Encore une étape', 'Vous aviez arrêté ces messages. Envoyez START au {line} pour les recevoir à nouveau.'],
  noText: 'Pas de message ? Si vous aviez arrêté nos messages, envoyez START au {line}.',
  sms: {
    reply:
      '{organization}: vous avez demandé des messages de travail. Répondez YES pour terminer. Sinon, ignorez ce message.',
    reminder:
      '{organization}: il reste une étape pour recevoir nos messages. Répondez YES pour terminer. Sinon, ignorez ce message, nous ne redemanderons pas.',
    code: '{code} est votre code pour recevoir les messages de {organization}. Ne le partagez pas.',
    welcome:
      "C'est fait. {organization} vous écrit au plus {frequency}. Des frais peuvent s'appliquer. HELP pour l'aide, STOP pour arrêter.",
  },
}
