import type { PageTexts } from './texts.ts'

export const es: PageTexts = {
  phone: 'Número de celular',
  fields: {
    firstname: 'Nombre',
    lastname: 'Apellido',
    email: 'Correo electrónico',
    jobTitle: 'Puesto',
    department: 'Departamento',
    location: 'Lugar de trabajo',
  },
  optional: 'opcional',
  join: 'Unirme',
  terms: 'Términos',
  privacy: 'Privacidad',
  language: 'Idioma',
  errors: {
    invalid: 'Escribe un número de celular con su código de área.',
    landline: 'Es un teléfono fijo. Escribe un número de celular.',
    abroad: 'No podemos enviar mensajes a números de este país.',
    missing: 'Completa este campo.',
    long: 'Es demasiado largo. Acórtalo.',
    email: 'Escribe un correo como nombre@ejemplo.com.',
    agree: 'Marca la casilla para recibir mensajes.',
    outdated: 'El texto cambió. Léelo y vuelve a unirte.',
    slow: 'Demasiados intentos. Espera unos minutos.',
    codeWrong: 'El código no es correcto. Revisa el mensaje e inténtalo de nuevo.',
    codeDead: 'El código venció. Empieza de nuevo para recibir otro.',
    top: 'Revisa los campos de abajo.',
  },
  closed: ['Esta página está cerrada por ahora', 'Pregunta a tu supervisor cómo recibir mensajes.'],
  unknown: ['No encontramos esta página', 'Revisa la dirección o escanea el código otra vez.'],
  pending: ['Mira tu teléfono', 'Ahora enviamos un mensaje a {phone}. Responde YES para terminar.'],
  code: ['Escribe tu código', 'Ahora enviamos un código a {phone}.'],
  codeLabel: 'Código de 6 dígitos',
  confirm: 'Confirmar',
  again: 'Empezar de nuevo',
  joined: ['Listo', '{organization} ya puede enviarte mensajes. Responde STOP a cualquiera para terminar.'],
  already: ['Ya te habías unido', 'Tus datos están al día.'],
  resume: ['Un paso más', 'Antes detuviste estos mensajes. Envía START al {line} para recibirlos otra vez.'],
  noText: '¿No llega el mensaje? Si antes detuviste nuestros mensajes, envía START al {line}.',
  sms: {
    reply:
      '{organization}: Pediste recibir mensajes de trabajo. Responde YES para terminar. Si no fuiste tu, ignora este mensaje.',
    reminder:
      '{organization}: Te falta un paso para recibir nuestros mensajes. Responde YES para terminar. Si no fuiste tu, ignora esto. No te lo pediremos otra vez.',
    code: '{code} es tu codigo para recibir mensajes de {organization}. No lo compartas.',
    welcome:
      'Listo. {organization} te escribe hasta {frequency}. Pueden aplicar tarifas. Responde HELP para ayuda, STOP para terminar.',
  },
}
