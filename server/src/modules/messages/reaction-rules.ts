/**
 * A reaction as phones write it when they cannot show it: to the text of a message, or to a file when `quote` is null.
 */
export interface ParsedReaction {
  emoji: string
  quote: string | null
  isRemoved: boolean
}

// The quote takes everything up to the last quotation mark: separate handling of spaces would take seconds for a
// message with many spaces.
const QUOTED = String.raw`[“”"«「『„](?<quote>[\s\S]*)[“”"»」』]`
const FILE = String.raw`(?<file>(?:an?|the|una?|un|uma?|une|l['’]|la|el|o|a)?\s?(?:image|photo|picture|movie|video|vidéo|vídeo|attachment|audio message|imagen|foto|imagem|pièce jointe|hình ảnh|ảnh|圖片|图片|照片|صورة))`
const ABOUT = `(?:${QUOTED}|${FILE})`

// What iPhones write in the languages of our contacts (none in Haitian Creole), by emoji.
const ADDED: Record<string, string[]> = {
  '❤️': [
    'loved',
    'le encantó',
    'le ha encantado',
    'a adoré',
    'amou',
    'adorou',
    'đã yêu thích',
    '喜爱了',
    '喜愛了',
    'أحب',
    'أحبّ',
  ],
  '👍': [
    'liked',
    'le gustó',
    'le ha gustado',
    'a aimé',
    'gostou de',
    'curtiu',
    'đã thích',
    '喜欢了',
    '喜歡了',
    '赞了',
    '讚了',
    'أعجبه',
    'أُعجب بـ',
  ],
  '👎': [
    'disliked',
    'no le gustó',
    'no le ha gustado',
    'n’a pas aimé',
    "n'a pas aimé",
    'não gostou de',
    'đã không thích',
    '不喜欢',
    '不喜歡',
    '踩了',
    'لم يعجبه',
  ],
  '😂': [
    'laughed at',
    'se rio con',
    'se rió con',
    'se rió de',
    'se ha reído con',
    'a ri à',
    'a ri de',
    'riu de',
    'riu com',
    'đã cười',
    '大笑了',
    '笑了',
    'ضحك على',
  ],
  '‼️': [
    'emphasized',
    'emphasised',
    'enfatizó',
    'ha enfatizado',
    'a mis en avant',
    'a mis en évidence',
    'enfatizou',
    'đã nhấn mạnh',
    '强调了',
    '強調了',
    'شدد على',
    'أكّد على',
  ],
  '❓': [
    'questioned',
    'cuestionó',
    'ha cuestionado',
    'preguntó por',
    'a remis en question',
    's’interroge sur',
    'questionou',
    'đã hỏi về',
    'đã đặt câu hỏi',
    '质疑了',
    '質疑了',
    'استفسر عن',
  ],
}

const REMOVED: Record<string, string[]> = {
  '❤️': ['heart', 'love', 'me encanta', 'corazón', 'cœur', 'coração', 'trái tim'],
  '👍': ['like', 'me gusta', 'j’aime', 'curtida', 'gostei', 'thích'],
  '👎': ['dislike', 'no me gusta', 'je n’aime pas', 'não gostei', 'không thích'],
  '😂': ['laugh', 'risa', 'rire', 'risada', 'cười'],
  '‼️': ['exclamation', 'exclamación', 'exclamation', 'exclamação', 'nhấn mạnh'],
  '❓': ['question mark', 'interrogación', 'interrogation', 'interrogação', 'dấu hỏi'],
}

const quoted = (phrases: string[]) => [...phrases].sort((a, b) => b.length - a.length).join('|')
const BY_PHRASE = Object.entries(ADDED).map(([emoji, phrases]) => ({
  emoji,
  isRemoved: false,
  pattern: new RegExp(`^(?:${quoted(phrases)})\\s*${ABOUT}$`, 'iu'),
}))
const BY_REMOVAL = Object.entries(REMOVED).map(([emoji, phrases]) => ({
  emoji,
  isRemoved: true,
  pattern: new RegExp(
    `^(?:removed|eliminó|quitó|a supprimé|a retiré|removeu|đã xóa|đã gỡ)\\s+(?:an?|una?|un|uma?|une|el|o)?\\s*[“"«]?(?:${quoted(phrases)})[”"»]?\\s+(?:from|de|da|do|khỏi)\\s+${ABOUT}$`,
    'iu',
  ),
}))
const EMOJI = String.raw`(?<emoji>\p{RGI_Emoji})`
// What Android phones and newer iPhones write: the emoji, a short word, and the quoted text.
const BY_EMOJI = new RegExp(
  `^(?:\\p{L}{3,12}\\s(?:\\p{L}{1,8}\\s)?)?${EMOJI}\\s+(?:\\p{L}{1,10}\\s+){0,2}${ABOUT}$`,
  'vi',
)
const REMOVAL_OF_EMOJI = new RegExp(
  `^(?:removed|eliminó|quitó|a supprimé|a retiré|removeu|retirou|đã xóa|đã gỡ|移除了|取消了|أزال)\\s*${EMOJI}\\s*(?:\\p{L}{1,10}\\s+){0,2}${ABOUT}$`,
  'vi',
)

/** Longer texts are not reactions, in characters: a quote is at most a message of maximum length with its frame. */
const LONGEST = 1_800

/** Reads a text as a reaction; returns null for a plain message. */
export function readReaction(body: string): ParsedReaction | null {
  if (body.length > LONGEST) return null
  const text = body
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/[\u2000-\u200a\u00a0\u202f]/g, ' ')
    .trim()
  if (!/[“"«「『„]|image|photo|picture|movie|video|imag|foto|ảnh|图片|圖片|照片|صورة/iu.test(text)) return null
  const removal = REMOVAL_OF_EMOJI.exec(text)
  if (removal) return reactionOf(removal.groups, removal.groups?.['emoji'] ?? '', true)
  for (const { emoji, isRemoved, pattern } of [...BY_PHRASE, ...BY_REMOVAL]) {
    const match = pattern.exec(text)
    if (match) return reactionOf(match.groups, emoji, isRemoved)
  }
  const plain = BY_EMOJI.exec(text)
  return plain ? reactionOf(plain.groups, plain.groups?.['emoji'] ?? '', false) : null
}

function reactionOf(groups: Record<string, string> | undefined, emoji: string, isRemoved: boolean): ParsedReaction {
  return { emoji, isRemoved, quote: groups?.['quote']?.trim() ?? null }
}

/** Checks whether a quote matches a message; phones truncate long texts and change quotes and spaces. */
export function quotes(quote: string, body: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .replace(/[“”„«»「」]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/[\s\u200b]+/g, ' ')
      .trim()
  const [quotedText, bodyText] = [plain(quote), plain(body)]
  if (quotedText === bodyText) return true
  const cut = /^(.{10,}?)(?:…|\.\.\.)$/su.exec(quotedText)?.[1]
  return cut !== undefined && bodyText.startsWith(cut.trim())
}
