import { baseOf } from './rules.ts'

/**
 * Words of a text that may be about danger. Such a text is translated only by reviewed phrases: a machine that drops a
 * "not" from it can injure someone. A word too many costs a translation, one too few may cost more.
 */
const DANGER = new Map<string, RegExp>(
  Object.entries({
    en: /\b(?:911|evacuat\w*|(?:leave|exit|get out of) the (?:building|area|plant|room|floor)|fire|smoke|flames?|explo\w+|gas (?:leak|smell)|smells? (?:of|like) gas|leak\w*|spill\w*|chemical\w*|acid|ammonia|chlorine|toxic|poison\w*|lock\s?out|tag\s?out|loto|energized|high voltage|electrocut\w*|live wires?|injur\w*|hurt|bleed\w*|unconscious|ambulance|emergency|tornado|hurricane|earthquake|flood\w*|lightning|shooter|gun|weapon|threat|bomb|take shelter|shelter in place|lock\s?down|danger\w*|hazard\w*|collapse\w*|burn\w*|crush\w*|do not (?:touch|enter|operate|start|use|open|eat|drink)|don['’]t (?:touch|enter|operate|start|use|open|eat|drink)|stop the (?:line|machine)|mayday)\b/i,
    es: /(?:\b(?:911|evacu\w+|sal(?:gan?|ir) del? (?:edificio|[aá]rea|planta)|fuego|incendio|humo|llamas|explo[ts]\w*|fuga|derram\w*|qu[ií]mic\w*|[aá]cido|amon[ií]aco|cloro|t[oó]xic\w*|venen\w*|bloqueo|candado|energizad\w*|alto voltaje|alta tensi[oó]n|electrocut\w*|herid\w*|lastim\w*|lesion\w*|sangr\w*|inconsciente|ambulancia|emergencia|tornado|hurac[aá]n|terremoto|sismo|temblor|inundaci\w*|rayos?|tirador|arma|amenaza|bomba|refugi\w*|peligr\w*|riesgo|derrumb\w*|quem\w*|aplast\w*|no (?:toqu\w+|entr\w+|us\w+|abr\w+|oper\w+|encend\w+|com\w+|beb\w+)|par[ae]n? la (?:l[ií]nea|m[aá]quina)|auxilio|socorro)\b|huele a gas|olor a gas)/i,
    fr: /\b(?:112|911|[eé]vacu\w+|feu|incendie|fum[eé]e|explo[st]\w*|fuite|d[eé]vers\w*|chimique\w*|acide|toxique\w*|poison|consign\w+|haute tension|[eé]lectrocut\w*|bless\w*|saign\w*|inconscient\w*|ambulance|urgence|tornade|ouragan|s[eé]isme|inondation\w*|tireur|arme|menace|bombe|abri\w*|danger\w*|risque|effondr\w*|br[uû]l\w*|ne (?:touch|entr|utilis|ouvr|d[eé]marr)\w*)\b/i,
    pt: /\b(?:190|911|evacu\w+|fogo|inc[eê]ndio|fuma[cç]a|explo[sd]\w*|vazamento|derram\w*|qu[ií]mic\w*|[aá]cido|t[oó]xic\w*|veneno|bloqueio|alta tens[aã]o|eletrocut\w*|ferid\w*|machuc\w*|sangr\w*|inconsciente|ambul[aâ]ncia|emerg[eê]ncia|tornado|furac[aã]o|terremoto|enchente|inunda[cç]\w*|atirador|arma|amea[cç]a|bomba|abrig\w*|perig\w*|risco|desab\w*|queim\w*|n[aã]o (?:toqu\w+|entr\w+|us\w+|abr\w+|lig\w+))\b/i,
    vi: /911|sơ tán|cháy|khói|nổ|rò rỉ|tràn|hóa chất|axit|độc|khóa|điện giật|điện cao thế|bị thương|chảy máu|bất tỉnh|cấp cứu|khẩn cấp|lốc xoáy|bão|động đất|lũ|súng|vũ khí|đe dọa|bom|trú ẩn|nguy hiểm|bỏng|đừng (?:chạm|vào|mở|dùng)/i,
    zh: /911|119|120|疏散|撤离|撤離|火|烟|煙|爆炸|泄漏|洩漏|化学|化學|酸|毒|上锁|上鎖|挂牌|高压|高壓|触电|觸電|受伤|受傷|流血|昏迷|救护车|救護車|紧急|緊急|龙卷风|飓风|地震|洪水|枪|槍|武器|威胁|炸弹|避难|避難|危险|危險|烧伤|不要(?:碰|进|進|开|開|用|触)|请勿|停机/,
    ht: /\b(?:911|evakye\w*|dife|lafimen|esplo\w*|fwit|chimik|asid|toksik|pwazon|bloke|kouran|blese|senyen|endispoze|anbilans|ijans|tònad|siklòn|tranblemanntè|inondasyon|zam|menas|bonm|abri|danje\w*|boule|pa (?:manyen|antre|sèvi|louvri|limen))\b/i,
    ar: /911|إخلاء|أخلوا|غادروا|حريق|نار|دخان|انفجار|تسرب|كيميائ|حمض|سام|قفل|جهد عال|صعق|مصاب|إصابة|ينزف|نزيف|فاقد الوعي|إسعاف|طوارئ|إعصار|زلزال|فيضان|سلاح|تهديد|قنبلة|ملجأ|خطر|خطير|حرق|لا تلمس|لا تدخل|لا تفتح|لا تستخدم/,
  }),
)

/** Returns whether a text may be about danger. A text in a language without a list of such words counts by the English words. */
export function mayConcernSafety(text: string, language: string): boolean {
  return [baseOf(language), 'en'].some((tag) => DANGER.get(tag)?.test(text) ?? false)
}
