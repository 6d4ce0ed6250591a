/** What a text says about consent. `possible_opt_out` is for a person to judge. */
export type Verdict = 'opt_out' | 'opt_in' | 'help' | 'possible_opt_out' | 'none'

// FCC 47 CFR 64.1200(a)(10) names stop, quit, end, revoke, opt out, cancel and unsubscribe; carriers add stopall,
// optout, remove. The other languages are those of the workers we write to.
const OPT_OUT = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'unsub',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
  'remove',
  'stop2quit',
  'alto',
  'parar',
  'pare',
  'baja',
  'cancelar',
  'detener',
  'arret',
  'arreter',
  'desabonner',
  'sair',
  'cancele',
  'ngung',
  'kanpe',
  'sispann',
  '停止',
  '退订',
  '取消',
  'توقف',
  'الغاء',
  'إلغاء',
  'ايقاف',
  'إيقاف',
])
/** Words that are names without their tone marks: marked they opt out, bare they are for a person to judge. */
const TONED = new Set(['dừng', 'hủy', 'huỷ'])
const BARE = new Set(['dung', 'huy'])
const OPT_IN = new Set([
  'start',
  'unstop',
  'iniciar',
  'comenzar',
  'empezar',
  'demarrer',
  'commencer',
  'comecar',
  'bat dau',
  'komanse',
  '开始',
  'ابدأ',
])
const HELP = new Set(['help', 'info', 'ayuda', 'aide', 'ajuda', 'tro giup', 'ed', '帮助', 'مساعدة'])

/** Pleas in a sentence. They flag the message for staff; a word alone in a sentence ("stop the line") does not opt out. */
const PLEAS = [
  /\bstop (texting|messaging|sending|contacting) me\b/,
  /\b(take|get) me off\b/,
  /\b(unsubscribe|opt) me\b/,
  /\b(remove|delete) (me|my number)\b/,
  /\bdo ?n[o']?t (text|message|contact) me\b/,
  /\bwrong (number|person)\b/,
  /\bno (more|mas) (texts|messages|mensajes)\b/,
  /\bno me (escriban|manden|envien)\b/,
]

/** Compatibility forms, case, accents, punctuation, emoji and spaces do not matter. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[^\p{Letter}\p{Number}']+/gu, ' ')
    .trim()
}

/** Arabic letters carry marks that NFKD splits off; the lists are compared in the same plain form as the text. */
const plainSet = (words: Set<string>) => new Set([...words].map(plainWords))
const OPT_OUT_PLAIN = plainSet(OPT_OUT)
const OPT_IN_PLAIN = plainSet(OPT_IN)
const HELP_PLAIN = plainSet(HELP)

/** What this text says about consent. Opting out is judged first, always. */
export function judge(text: string): Verdict {
  const said = plainWords(text)
  const words = said.replace(/'/g, '').trim()
  if (means(words, OPT_OUT_PLAIN) || OPT_OUT_PLAIN.has(words.replace(/ /g, ''))) return 'opt_out'
  if (means(words, BARE)) return means(tonedWords(text), TONED) ? 'opt_out' : 'possible_opt_out'
  if (OPT_IN_PLAIN.has(words)) return 'opt_in'
  if (HELP_PLAIN.has(words)) return 'help'
  return PLEAS.some((plea) => plea.test(said)) ? 'possible_opt_out' : 'none'
}

/** As plainWords, but letters keep their marks. */
function tonedWords(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
}

/** "stop", "stop stop" and "please stop all" mean stop; "stop the line" does not. */
function means(words: string, list: Set<string>): boolean {
  const meaningful = words
    .split(' ')
    .filter((word) => word !== 'please' && word !== 'pls' && word !== 'por' && word !== 'favor')
  const [first] = meaningful
  if (first === undefined) return false
  return list.has(meaningful.join(' ')) || (new Set(meaningful).size === 1 && list.has(first))
}

/** The one answer the law allows or asks for after each word; `null` where nothing is answered. */
export function replyTo(verdict: Verdict, organization: string): string | null {
  if (verdict === 'opt_out')
    return `${organization}: You are opted out and will get no more texts. Reply START to join again.`
  if (verdict === 'opt_in')
    return `${organization}: You are back. You will get texts from us. Reply STOP to opt out, HELP for help.`
  if (verdict === 'help')
    return `${organization}: Texts for our team. Message and data rates may apply. Reply STOP to opt out.`
  return null
}
