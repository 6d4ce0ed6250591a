/** Traditional characters of consent words and their simplified forms. */
const SIMPLIFIED: Record<string, string> = Object.fromEntries(
  Array.from(
    '訂订閱阅發发給给這这請请別别擾扰電电訊讯號号碼码錯错還还讓让單单從从刪删開开幫帮複复們们個个對对話话誰谁認认識识終终結结會会繼继續续簡简騷骚煩烦嗎吗沒没聯联係系絡络聽听說说關关閉闭夠够銷销貨货廣广時时間间週周擇择寄寄傳传將将裡里該该許许準准應应謝谢離离職职辭辞過过網网貴贵報报屏屏資资據据庫库啟启後后'.matchAll(
      /(.)(.)/gu,
    ),
    ([, traditional, simplified]) => [traditional, simplified],
  ),
)
/** Look-alike letters, typed by mistake or on purpose: Cyrillic and Greek letters and their Latin forms. */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  Array.from('аaеeоoрpсcтtѕsіiυuοoτtρpαaεeιiκkνv'.matchAll(/(.)(.)/gu), ([, odd, plain]) => [odd, plain]),
)

/** Most messages are ASCII and skip the rules for other scripts. */
const ASCII = /^[\0-\x7f]*$/

/**
 * Normalizes spelling variants of the same letters: compatibility forms, case, accents, traditional characters, Arabic
 * endings and look-alike letters. Keeps punctuation and spaces.
 */
export function normalizeLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{Mark}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/\p{Script=Han}/gu, (sign) => SIMPLIFIED[sign] ?? sign)
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (sign) => LOOKALIKES[sign] ?? sign)
}

/**
 * Returns normalized words separated by single spaces. Removes punctuation, emoji and line breaks; joins words at
 * apostrophes.
 */
export function plainWords(text: string): string {
  return wordsOf(normalizeLetters(text))
}

/** Splits normalized text into sentences and clauses, each as plain words, in order. */
export function partsOf(folded: string): string[] {
  return folded
    .split(/[.!?;:,\n\r。！？；，、؟،؛()"“”«»|/]+| [-–—]+ ?/u)
    .map(wordsOf)
    .filter(Boolean)
}

/** Signatures that phones and mail programs append to a message. */
const SIGNATURE =
  /\s(?:sent from (?:my|mail|yahoo|outlook|the all)|sent via|get outlook for|enviado desde|enviado do meu|envoyé de(?:puis)? mon|gửi từ|发自我|發自我|أُ?رسلت من)[^\n\r]{0,60}\s*$/iu

/** The line that mail programs write above a signature (RFC 3676, 4.3). */
const DELIMITER = /[\n\r]--[ \t]*[\n\r]/u

/** Removes an automatic signature from the end of a message. */
export function withoutSignature(text: string): string {
  const at = text.search(DELIMITER)
  return (at > 0 ? text.slice(0, at) : text).replace(SIGNATURE, '')
}

/** Works like `plainWords`, but keeps diacritics. */
export function wordsWithDiacritics(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
}

/** Returns normalized text as words separated by single spaces. */
export function wordsOf(folded: string): string {
  const joined = folded.replace(/['\u2018\u2019\u02bc\u0060\u00b4]/g, '')
  return joined.replace(ASCII.test(joined) ? /[^a-z0-9]+/g : /[^\p{Letter}\p{Number}]+/gu, ' ').trim()
}

/** Returns whether one inserted, missing, wrong or swapped letter turns one word into the other. */
export function isOneSlip(typed: string, word: string): boolean {
  if (typed === word || Math.abs(typed.length - word.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  const [a, b] = [typed.slice(at), word.slice(at)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
