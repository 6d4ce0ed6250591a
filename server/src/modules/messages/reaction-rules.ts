/** A reaction as phones write it where they cannot show it: to words of a text, or to a file when `quote` is null. */
export interface SaidReaction {
  emoji: string
  quote: string | null
  isRemoved: boolean
}

// The quote takes everything up to the last sign: with spaces set apart here a text of many spaces would be read for seconds.
const QUOTED = String.raw`[“”"«「『„](?<quote>[\s\S]*)[“”"»」』]`
const FILE = String.raw`(?<file>(?:an?|the|una?|un|uma?|une|l['’]|la|el|o|a)?\s?(?:image|photo|picture|movie|video|vidéo|vídeo|attachment|audio message|imagen|foto|imagem|pièce jointe|hình ảnh|ảnh|圖片|图片|照片|صورة))`
const ABOUT = `(?:${QUOTED}|${FILE})`

// What iPhones write in the languages of our workers (there is none in Haitian Creole), by what is meant.
const SAID: Record<string, string[]> = {
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

const quoted = (words: string[]) => [...words].sort((a, b) => b.length - a.length).join('|')
const BY_WORD = Object.entries(SAID).map(([emoji, words]) => ({
  emoji,
  isRemoved: false,
  pattern: new RegExp(`^(?:${quoted(words)})\\s*${ABOUT}$`, 'iu'),
}))
const BY_REMOVAL = Object.entries(REMOVED).map(([emoji, words]) => ({
  emoji,
  isRemoved: true,
  pattern: new RegExp(
    `^(?:removed|eliminó|quitó|a supprimé|a retiré|removeu|đã xóa|đã gỡ)\\s+(?:an?|una?|un|uma?|une|el|o)?\\s*[“"«]?(?:${quoted(words)})[”"»]?\\s+(?:from|de|da|do|khỏi)\\s+${ABOUT}$`,
    'iu',
  ),
}))
const EMOJI = String.raw`(?<emoji>\p{RGI_Emoji})`
// What Android phones and newer iPhones write: the emoji, a short word, and the words it is about.
const BY_EMOJI = new RegExp(
  `^(?:\\p{L}{3,12}\\s(?:\\p{L}{1,8}\\s)?)?${EMOJI}\\s+(?:\\p{L}{1,10}\\s+){0,2}${ABOUT}$`,
  'vi',
)
const REMOVAL_OF_EMOJI = new RegExp(
  `^(?:removed|eliminó|quitó|a supprimé|a retiré|removeu|retirou|đã xóa|đã gỡ|移除了|取消了|أزال)\\s*${EMOJI}\\s*(?:\\p{L}{1,10}\\s+){0,2}${ABOUT}$`,
  'vi',
)

/** Reactions longer than this are texts, in characters: a quote is at most a text of the longest kind and its frame. */
const LONGEST = 1_800

/** Reads a text as a reaction; null where it is a text like any other. */
export function readReaction(body: string): SaidReaction | null {
  if (body.length > LONGEST) return null
  const text = body
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/[\u2000-\u200a\u00a0\u202f]/g, ' ')
    .trim()
  if (!/[“"«「『„]|image|photo|picture|movie|video|imag|foto|ảnh|图片|圖片|照片|صورة/iu.test(text)) return null
  const removal = REMOVAL_OF_EMOJI.exec(text)
  if (removal) return reactionOf(removal.groups, removal.groups?.['emoji'] ?? '', true)
  for (const { emoji, isRemoved, pattern } of [...BY_WORD, ...BY_REMOVAL]) {
    const found = pattern.exec(text)
    if (found) return reactionOf(found.groups, emoji, isRemoved)
  }
  const plain = BY_EMOJI.exec(text)
  return plain ? reactionOf(plain.groups, plain.groups?.['emoji'] ?? '', false) : null
}

function reactionOf(groups: Record<string, string> | undefined, emoji: string, isRemoved: boolean): SaidReaction {
  return { emoji, isRemoved, quote: groups?.['quote']?.trim() ?? null }
}

/** Whether the words a reaction quotes are those of a text; phones cut long ones and change quotes and spaces. */
export function quotes(quote: string, body: string): boolean {
  const plain = (words: string) =>
    words
      .normalize('NFKC')
      .replace(/[“”„«»「」]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/[\s\u200b]+/g, ' ')
      .trim()
  const [said, meant] = [plain(quote), plain(body)]
  if (said === meant) return true
  const cut = /^(.{10,}?)(?:…|\.\.\.)$/su.exec(said)?.[1]
  return cut !== undefined && meant.startsWith(cut.trim())
}
