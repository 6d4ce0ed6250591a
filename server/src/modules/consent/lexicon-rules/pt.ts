import type { Lexicon } from './lexicon.ts'

const send =
  '(?:mand(?:ar|e|em|a|es)|envi(?:ar|e|em|a|es)|escrev(?:er|a|am|e|as)|contat(?:ar|e|em|a)|contact(?:ar|e|em)|perturb(?:ar|e|em)|incomod(?:ar|e|em)|chate(?:ar|ie|iem))'

/** Portuguese. */
export const pt: Lexicon = {
  language: 'pt',
  stop: [
    ...[
      'stop',
      'sair',
      'parar',
      'parem',
      'descadastrar',
      'descadastre',
      'me descadastre',
      'descadastro',
      'cancelar inscrição',
    ],
    ...[
      'cancelar assinatura',
      'cancelar mensagens',
      'parar mensagens',
      'sem mais mensagens',
      'chega de mensagens',
      'parar tudo',
    ],
  ],
  weakStop: ['pare', 'cancelar', 'cancele', 'cancelem', 'remover', 'excluir', 'pare já'],
  marked: [],
  slips: ['cancelar', 'descadastrar', 'descadastre', 'descadastro'],
  notSlips: ['cancelara', 'cancelas', 'cadastrar', 'recadastrar', 'cadastre'],
  start: ['iniciar', 'começar', 'retomar', 'inscrever', 'voltar a receber'],
  yes: ['sim', 'sim por favor'],
  help: ['ajuda', 'ajude', 'socorro info', 'informação', 'informações'],
  please: ['por favor', 'porfavor', 'pfv', 'pf', 'favor', 'por gentileza'],
  courtesy: ['oi', 'olá', 'obrigado', 'obrigada', 'ok', 'bom dia', 'boa tarde', 'desculpe', 'já'],
  texts: '(?:mensagens|mensagem|sms|msgs?|textos?|torpedos?|avisos|alertas|notificações|mensagens de texto|nada)',
  clear: [
    `(?:para|pare|parem|parar|deixe|deixem|deixa|chega)(?: já)? (?:de|com)(?: (?:me|nos))? ?${send}(?: (?:me|essas|estas|essa|mais|tantas|as|os|tanta|pra mim|para mim)){0,3}(?: (texts))?(?: (?:pra|para) mim)?`,
    `(?:não|nunca|nunca mais|não quero que|não quero que vocês)(?: me)? ${send}(?: me)?(?: (?:mais|nunca mais|de novo|nenhuma|nenhum|essas|estas|me))* (?:(texts)|mais (texts)|pra mim|para mim)`,
    `(?:não|nunca|nunca mais|não quero que|não quero que vocês) me ${send}(?: (?:mais|nunca mais|de novo))+`,
    `(?:não|nunca mais) me (?:escrev|contat|perturb|incomod)[a-z]+`,
    `não me ${send} mais(?: (texts))?`,
    `não ${send} me(?: mais)?`,
    '(?:eu )?(?:não|já não) (?:quero|desejo|gostaria de|preciso)(?: mais)?(?: (?:receber|ter|continuar recebendo|que me mandem|que me enviem))?(?: (?:mais|essas|estas|suas|as|nenhuma|nenhum|esse|esses|de|suas|tipo|mais nenhuma)){0,3} (texts)',
    '(?:eu )?não (?:quero|desejo)(?: mais)? (?:ser contatad[oa]|contato|que me contatem|contato por (texts))',
    '(?:me )?(?:tirem?|tira|remova[m]?|remove|retirem?|exclua[m]?|exclui|apaguem?|apaga)(?: me)? (?:da|dessa|desta|de|das|dessas|do|deste|desse)(?: (?:sua|suas|vossa|seu|seus))? ?(?:listas?|contatos|base|sistema de mensagens|grupo de mensagens|(texts))(?: de (?:mensagens|contatos|transmissão|distribuição|sms|envio))?',
    '(?:tirem?|remova[m]?|apaguem?|exclua[m]?|retirem?|deletem?|apaga|tira|remove)(?: o)? (?:meu|este|esse) (?:número|telefone|contato|celular)(?: (?:da|desta|dessa|do|das|de)(?: (?:sua|suas|seu|seus))? ?(?:listas?|sistema|base|cadastro|contatos)(?: de (?:mensagens|contatos))?)?',
    '(?:eu )?(?:quero|gostaria de|desejo|queria|preciso)(?: me)? (?:sair|descadastrar|sair fora)(?: me)? (?:da|desta|dessa|de|dessas|das) ?(?:sua |suas )?(?:listas?|(texts))(?: de (?:mensagens|contatos))?',
    '(?:eu )?(?:quero|gostaria de|desejo|queria) me descadastrar',
    '(?:eu )?(?:quero|gostaria de|desejo|queria|favor)?(?: ?(?:cancelar|cancele|cancelem|suspender|suspendam|interromper|parem|parar))(?: (?:a|minha|as|essas|estas|todas|com|de|o|envio|suas)){0,4} (?:inscrição|assinatura|(texts))',
    '(?:quero|gostaria de|desejo) parar de receber(?: (?:as|essas|estas|suas|mais)){0,2} (texts)',
    '(?:chega|basta|não|sem)(?: de)?(?: mais)?(?: (?:essas|estas|suas))? (texts)',
    'não autorizo(?: (?:o|mais|o envio de|envio de|receber|que me mandem|contato|esse|esse tipo de)){0,3}(?: (texts)| contato)?',
    '(?:retiro|revogo) (?:o )?meu consentimento',
  ],
  before:
    '(?:por favor|porfavor|pfv|favor|oi|olá|ok|e|já|bom dia|boa tarde|obrigado|obrigada|podem|pode|poderia|poderiam|peço que|quero que|vocês|você|gente|eu pedi para|eu pedi pra|só|mas)',
  after:
    '(?:por favor|pfv|obrigado|obrigada|já|agora|imediatamente|nunca mais|mais|de novo|outra vez|jamais|de vez|para (?:este|esse|o meu|meu) (?:número|celular|telefone)|pra (?:este|esse|o meu|meu) (?:número|celular)|de vocês|dessa empresa|desta empresa|da empresa|eu não trabalho mais (?:aí|com vocês|nessa empresa|lá)|não trabalho mais (?:aí|com vocês|nessa empresa|lá)|nesse número|neste número)',
  reasons: [
    '(?:eu )?(?:ja )?nao trabalho mais (?:ai|la|aqui|com voces|para voces|nessa empresa|nesta empresa)',
    '(?:eu )?(?:ja )?(?:pedi demissao|fui demitid[oa]|sai da empresa)',
    'nao (?:tenho interesse|estou interessad[oa])',
  ],
  limits:
    'quando|se|até|enquanto|durante|antes|depois|à noite|noite|tarde da noite|cedo|domingos?|sábados?|fim de semana|hoje|amanhã|sobre|tanto|férias|folga|folgas|turno|horário|em inglês|ligue|ligar|ligue me|email|exceto|disse|ela|ele',
  maybe: [
    `\\bnão me (?:escrev|contat|perturb|incomod)[a-z]+\\b`,
    `\\bnão me ${send}(?: mais)? (texts)\\b`,
    `\\b(?:pare|parem|para) de (?:me )?${send}\\b`,
    '^(?:chega|basta|me deixem em paz|me deixe em paz|me deixa em paz|não tenho interesse|sem interesse|não me interessa|para com isso|parem com isso|pare com isso|quero sair|me tira|me tirem|me remova|fim|encerrar|não mais|terminar)$',
    '\\bmuitas (texts)\\b|\\b(texts) demais\\b',
    '\\bme deix\\w+ em paz\\b',
    '\\bvou (?:bloquear|denunciar)',
    '\\bpor que (?:vocês )?(?:ficam |continuam )?me (?:mandam|mandando|escrevem|enviam|enviando)',
    '^como (?:faço para |faço pra )?(?:cancelar|parar|sair|cancelo|paro)\\b',
  ],
  wrongNumber: [
    '(?:é |foi |você tem |você está com |acho que é |acho que )?(?:o )?(?:número|telefone) errado',
    '(?:foi )?engano',
    '(?:pessoa|contato) errad[ao]',
    '(?:você )?(?:se enganou|errou)(?: de| o)? (?:número|pessoa)',
    'esse (?:não é|não é mais) (?:o|mais o) número (?:del[ea]|d[aeo] .{1,30})',
    'nunca trabalhei (?:aí|com vocês|nessa empresa|lá)',
    'não (?:te|vos|os) conheço|não conheço (?:nenhum|nenhuma) .{1,30}',
  ],
  whoIsThis: [
    'quem é',
    'quem é você',
    'quem fala',
    'quem está falando',
    'quem é vc',
    'de quem é esse número',
    'quem é esse',
  ],
}
