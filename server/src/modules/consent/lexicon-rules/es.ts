import type { Lexicon } from './lexicon.ts'

const verbEndings = '(?:e|en|es|a|as|an|ar|arme|arle|ir|irme|earme|een|ee|ees|ear)(?:me|nos|selo)?'
const write = `(?:escrib|texte|mensaje|contact|molest|text|notific)${verbEndings}`
const send = `(?:mand|envi|escrib|texte|mensaje|contact|molest|text|notific)${verbEndings}`

/** Spanish. */
export const es: Lexicon = {
  language: 'es',
  stop: [
    ...[
      'stop',
      'alto',
      'parar',
      'paren',
      'baja',
      'detener',
      'detengan',
      'detenganse',
      'desuscribir',
      'desuscribirme',
      'dar de baja',
    ],
    ...[
      'darme de baja',
      'cancelar suscripción',
      'cancelar mensajes',
      'parar mensajes',
      'alto mensajes',
      'no mas textos',
    ],
    ...['no mas mensajes', 'desinscribirme', 'suspender mensajes', 'basta de mensajes'],
  ],
  weakStop: ['pare', 'cancelar', 'cancele', 'cancela', 'cancelen', 'anular', 'eliminar', 'alto ya', 'pare ya'],
  marked: [],
  slips: ['cancelar', 'detener', 'desuscribir', 'desuscribirme'],
  notSlips: ['cancelas', 'cancelara', 'cancelare', 'detenerse', 'detenerme', 'retener', 'obtener'],
  start: ['iniciar', 'comenzar', 'empezar', 'reanudar', 'suscribir', 'suscribirme', 'activar'],
  yes: ['si', 'sí', 'si por favor'],
  help: ['ayuda', 'ayudame', 'informacion', 'ayuda info'],
  please: ['por favor', 'porfavor', 'porfa', 'xfa', 'por fa'],
  courtesy: ['hola', 'gracias', 'ok', 'ya', 'disculpe', 'oiga', 'senor', 'senora', 'buenas', 'perdon'],
  texts:
    '(?:mensajes?|textos?|mensajitos?|sms|msj|msjs|mensajes de texto|mensajes de (?:la empresa|ustedes)|avisos|notificaciones|alertas|nada)',
  clear: [
    `(?:no|nunca) me (?:vuelv(?:a|an|as) a )?${write}(?: (?:mas|ya|otra vez|nunca|jamas|nunca mas|mas nunca)){0,3}(?: (texts))?`,
    `(?:no|nunca) me (?:vuelv(?:a|an|as) a )?${send}(?: (?:mas|ya|otra vez|nunca|estos|sus|tantos|ningun|ningunos)){0,3} (?:(texts)|mas)`,
    `(?:deje|dejen|deja|dejenme|pare|paren|para|detengan|detenga|basta)(?: ya)? de ${send}(?: (?:mas|estos|sus|tantos|los|me)){0,2}(?: (texts))?(?: a mi (?:numero|celular|telefono))?`,
    '(?:no|ya no)(?: yo)? (?:quiero|deseo|necesito|quisiera|me interesa)(?: (?:recibir|seguir recibiendo|que me lleguen|que me (?:manden|envien)|tener))?(?: (?:mas|sus|estos|ningun|ningunos|los|estas|tus|de estos|de sus|otros)){0,2} (texts)',
    `(?:no|ya no) (?:quiero|deseo|autorizo|permito)(?: a)?(?: que)? me ${send}(?: (?:mas|nada|nunca|estos)){0,2}(?: (texts))?`,
    '(?:no|ya no) (?:quiero|deseo) (?:ser contactad[oa]|que me contacten)',
    '(?:quiten|saquen|borren|eliminen|remuevan|quite|saque|borre|elimine|remueva|quita|saca|borra|elimina)me (?:de|del) (?:(?:la|esta|su|tu|esa|las|sus|estas) )?(?:listas?|base de datos|sistema de mensajes|grupo de (?:mensajes|texto|textos)|grupo de whatsapp|mensajes)(?: de (?:mensajes|textos|contactos|distribucion|difusion|envio))?',
    '(?:quite|quiten|borre|borren|elimine|eliminen|borra|quita|elimina|saquen|saque|remueva|remuevan) (?:mi|este) (?:numero|telefono|celular|numero de telefono|numero de celular)(?: (?:de|del) (?:(?:la|su|esta|tu|sus) )?(?:listas?|sistema|base de datos|contactos|telefono))?',
    '(?:quiero|deseo|quisiera|necesito|favor de) (?:darme|que me den|dar) de baja(?: (?:de|en) (?:(?:la|esta|los|estos|sus) )?(?:listas?|(texts)))?',
    '(?:deme|denme|dame|den|doy) de baja(?: (?:de|en) (?:(?:la|esta|los|estos|sus) )?(?:listas?|(texts)))?',
    '(?:quiero|deseo|quisiera|necesito)?(?: ?(?:cancelar|cancele|cancelen|cancela|anular|suspender|suspendan|detener|detengan|paren|parar|alto a|alto con|basta con|basta de))(?: (?:la|mi|esta|los|estos|sus|mis|todos|tantos|con|ya)){0,2} (?:suscripcion|(texts))',
    '(?:quiero|deseo|quisiera) (?:dejar|parar) de recibir(?: (?:estos|sus|los|mas|sus)){0,2} (texts)',
    'no mas(?: de)?(?: (?:estos|sus|tantos))? (texts)',
    'no (?:doy|di|les doy) (?:mi )?(?:permiso|consentimiento)(?: para| de)?(?: que me)?.{0,30}',
    '(?:retiro|revoco) mi (?:consentimiento|permiso)',
    '(?:quiero|deseo|quisiera|necesito) (?:salir|salirme|que me (?:saquen|quiten|borren|eliminen)) de (?:(?:la|esta|su|sus|esa|estos|los) )?(?:listas?|(texts)|grupo de (?:mensajes|textos))',
  ],
  before:
    '(?:por favor|porfavor|porfa|favor|ya|hola|ok|y|oiga|oigan|disculpe|disculpen|gracias|buenas|buenos dias|buenas tardes|solo|les pido que|le pido que|les ruego que|quiero que|necesito que|pueden|puede|puedes|podrian|podria|senor|senora|que)',
  after:
    '(?:por favor|porfavor|porfa|ya|gracias|nunca|nunca mas|mas|mas nunca|otra vez|de nuevo|ahora|ahora mismo|inmediatamente|de inmediato|jamas|de una vez|a este numero|a mi (?:numero|celular|telefono)|de ustedes|de su empresa|de esta empresa|de esa compania|suyos|de su parte|ya no trabajo (?:ahi|alli|aqui|con ustedes|para ustedes|en esa empresa)|yo ya no trabajo (?:ahi|alli|aqui|con ustedes)|señor|hoy mismo)',
  reasons: [
    '(?:yo )?ya no (?:trabajo|laboro) (?:ahi|alli|aqui|con ustedes|para ustedes|en (?:esa|esta|su|la) (?:compania|empresa|planta))',
    '(?:yo )?(?:ya )?(?:renuncie|me sali|deje (?:ese|el) trabajo)(?: (?:la semana pasada|el mes pasado|ayer|hace (?:dias|semanas|meses)))?',
    '(?:ya )?me (?:corrieron|despidieron|descansaron)(?: (?:la semana pasada|el mes pasado|ayer))?',
    '(?:yo )?nunca (?:les |le )?di (?:mi )?(?:permiso|consentimiento|numero)(?: para (?:mensajes|textos|que me escriban))?',
    'no (?:me interesa|estoy interesad[oa])',
    'este es mi (?:telefono|numero|celular) (?:personal|privado)',
    '(?:estos|sus|los) (texts) me cuestan(?: dinero)?|me cobran (?:los|por los|cada) (texts)',
    'dejenme en paz',
  ],
  limits:
    'cuando|si|hasta|mientras|durante|antes|despues|de noche|noche|noches|tarde|temprano|domingos?|sabados?|fines? de semana|hoy no|manana|sobre|acerca|tanto|vacaciones|dias? libres?|turno|horas|en ingles|llamenme|llameme|llame|correo|excepto|menos|ella|dijo|dice',
  maybe: [
    `\\b(?:no|nunca) me ${write}\\b`,
    `\\b(?:no|nunca) me ${send}(?: mas)? (texts)\\b`,
    `\\b(?:deje|dejen|paren|pare) de ${send}\\b`,
    '^(?:no mas|ya no|basta|basta ya|ya basta|ya paren|para ya|dejenme en paz|dejame en paz|no me interesa|no gracias no me interesa|no me molesten|salir|quitenme|borrenme|borrar|terminar|ya pare|paren ya|paren esto)$',
    '\\bdemasiados (texts)\\b',
    '\\b(?:dejenme|dejeme|dejame) en paz\\b',
    '\\b(?:voy a|los voy a) (?:bloquear|reportar)',
    '\\bpor que me (?:siguen )?(?:mandan|escriben|envian|mandando|escribiendo)',
    '^como (?:cancelo|paro|dejo de recibir|me doy de baja)\\b',
  ],
  wrongNumber: [
    '(?:es |este es |tiene |tienes |tienen |creo que tiene |creo que es |creo que )?(?:el |un )?(?:numero|telefono) (?:equivocado|incorrecto|erroneo)',
    '(?:se equivoco|se equivocaron|te equivocaste|esta equivocado|esta equivocada|estan equivocados|se ha equivocado|se equivoca)(?: de (?:numero|persona))?',
    '(?:persona|contacto) equivocad[ao]',
    'no soy (?:esa persona|la persona que busca(?:n)?|quien (?:usted )?busca(?:n)?)',
    'este (?:no es|ya no es) (?:el|su) numero(?: de .{1,30})?',
    'yo no trabajo (?:ahi|alli|con ustedes|para ustedes)',
    'nunca (?:he )?trabaj(?:e|ado) (?:ahi|alli|con ustedes|para ustedes)',
    'no conozco a .{1,30}',
  ],
  whoIsThis: [
    'quien es',
    'quien eres',
    'quien habla',
    'quien escribe',
    'quien es usted',
    'de quien es este numero',
    'de parte de quien',
  ],
}
