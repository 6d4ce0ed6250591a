import type { Lexicon } from './lexicon.ts'

const send = '(?:voye|ekri|tekste|teks|kontakte|mesaje|anmède|jennen|deranje|anmede|voye bay)'
const me = '(?:m|mwen|mw|nou)'
const determiners = '(?:sa yo|sa a|yo|nou yo|ou yo|la|sa|nan)'

/** Haitian Creole. */
export const ht: Lexicon = {
  language: 'ht',
  stop: [
    'stop',
    'kanpe',
    'sispann',
    'dezabòne',
    'dezenskri',
    'kanpe mesaj',
    'sispann mesaj',
    'kanpe mesaj yo',
    'sispann mesaj yo',
    'pa gen mesaj ankò',
    'stop mesaj',
    'kanpe tout',
    'sispann tout',
    'plis mesaj non',
    'retire non m',
    'dezabone m',
  ],
  weakStop: ['anile', 'retire m', 'retire mwen', 'wete m', 'wete mwen'],
  marked: [],
  slips: ['kanpe', 'sispann', 'dezabone', 'dezenskri'],
  notSlips: ['kanpee', 'kampe', 'rekanpe', 'kape'],
  start: ['kòmanse', 'rekòmanse', 'abòne', 'enskri'],
  yes: ['wi', 'wi tanpri'],
  help: ['ede m', 'ede mwen', 'enfòmasyon'],
  markedHelp: ['èd'],
  please: ['tanpri', 'silvouplè', 'souple', 'silvouple', 'tanpri souple', 'svp'],
  courtesy: ['mèsi', 'bonjou', 'bonswa', 'ok', 'dakò', 'alo', 'padon'],
  texts: '(?:mesaj|teks|tèks|sms|mesaj tèks|mesaj teks|notifikasyon|alèt|anyen|tekst)',
  clear: [
    `(?:sispann|kanpe|rete|ase|pinga|pa|pa janm|fini ak)(?: ap)? ${send}(?: (?:ban|bay|pou))?(?: ${me})?(?: (?:lòt|plis|okenn|tout))?(?: (texts))(?: ${determiners})?(?: (?:ban|bay|pou) ${me})?(?: ankò)?`,
    `(?:sispann|kanpe|rete|ase|pinga|pa|pa janm)(?: ap)? ${send}(?: (?:ban|bay|pou))? ${me}(?: ankò)?`,
    `(?:${me} )?pa(?: ta)? (?:vle|bezwen|renmen|enterese)(?: (?:resevwa|jwenn|wè|pran|nan))?(?: (?:okenn|plis|lòt))? (texts)(?: ${determiners})?(?: (?:ankò|nan men .{1,15}))*`,
    `(?:${me} )?pa vle (?:nou|ou|yo|w)? ?${send}(?: ${me})?(?: (texts))?(?: ankò)?`,
    `(?:retire|wete|efase|siprime|retire tanpri)(?: non| nimewo| nimewo telefòn)? ?${me}(?: (?:nan|sou|sot nan))(?: (?:tout))? (?:lis|lis mesaj|lis tèks|sistèm mesaj|gwoup tèks|baz done|kontak)(?: (?:la|sa|sa a|nou an|ou a|ou|nou|yo|mesaj la|mesaj|a))*`,
    `(?:retire|wete|efase|siprime) (?:nimewo|nimewo telefòn|telefòn) ${me}(?: an)?`,
    `(?:${me} )?(?:vle|ta renmen|bezwen|mande pou)(?: ${me})? (?:dezabòne|dezenskri|soti nan lis (?:la|sa|sa a|mesaj la)|sispann resevwa(?: (texts))|kanpe (texts)|anile (texts)|sispann (texts))(?: ${determiners})?`,
    `(?:kanpe|sispann|anile|stop|rete|ase)(?: (?:ak|tout|abònman))* (?:(texts)|abònman)(?: ${me})?(?: ${determiners}| an)?`,
    `pa gen (?:plis )?(texts) ankò`,
    `${me} (?:retire|pa bay)(?: nou)? (?:konsantman|pèmisyon)(?: ${me})?.{0,30}`,
    `(?:dezabòne|dezenskri) ${me}`,
  ],
  before:
    '(?:tanpri|silvouple|souple|svp|bonjou|bonswa|alo|ok|mèsi|e|men|eske ou ka|èske ou ka|ou ka|nou ka|mwen di nou|mwen mande nou|fòk nou|mwen vle nou|m vle nou|m mande nou)',
  after:
    '(?:tanpri|silvouple|souple|svp|mèsi|ankò|ankò non|kounye a|kounya|touswit|toutswit|non|janm|sou (?:nimewo|telefòn) (?:sa|sa a|m|mwen)(?: an)?|nan men nou|(?:mwen|m) pa travay (?:la|avèk nou|pou nou) ankò|(?:mwen|m) kite travay la)',
  reasons: ['mwen pa travay (?:la|laba|isit|ave[kc] nou|pou nou)(?: anko)?', 'mwen (?:kite|gentan kite) travay la'],
  limits:
    'lè|si|jiskaske|pandan|anvan|apre|leswa|lannwit|aswè|ta|bonè|dimanch|samdi|wikenn|jodi a|demen|sou zafè|twòp|vakans|konje|chift|lè travay|an anglè|rele|imel|sòf|li di',
  maybe: [
    `\\b(?:sispann|kanpe|pa) ${send} ${me}\\b`,
    '^(?:rete|ase|sifi|kite m trankil|kite m anrepo|m pa enterese|mwen pa enterese|pa enterese|sispann sa|kanpe sa|soti|fini)$',
    '\\btwòp (texts)\\b',
    '\\bkite m (?:trankil|anrepo|an repo)\\b',
    '\\b(?:bloke|rapòte) (?:nou|nimewo sa a)',
    '^kijan (?:pou )?(?:m|mwen) (?:ka )?(?:sispann|kanpe|anile|dezabone)',
  ],
  wrongNumber: [
    '(?:ou |nou |se |ou gen |nou gen )?(?:move|pa bon|fo) (?:nimewo|moun)',
    '(?:ou|nou) (?:twonpe|tronpe|fè erè)(?: (?:de|sou|nan))?(?: (?:nimewo|moun))?(?: a| an)?',
    '(?:se )?pa nimewo (?:li|sa|.{1,20})(?: sa a| ankò)?',
    '(?:mwen|m) pa janm travay (?:la|pou nou|avèk nou)',
    '(?:mwen|m) pa konnen (?:nou|ou|moun sa a|okenn .{1,20})',
  ],
  whoIsThis: [
    'kiyès sa a',
    'kiyes sa',
    'kimoun sa',
    'ki moun sa',
    'kimoun ou ye',
    'kiyès ou ye',
    'ki moun ou ye',
    'kiyès ki la',
    'ki moun ki la',
  ],
}
