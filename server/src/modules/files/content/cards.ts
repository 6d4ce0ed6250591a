/** Maximum card size in bytes: a card with a photo has a few hundred kilobytes, and phones do not write larger ones. */
const CARD_MAX_BYTES = 2 * 1024 * 1024
/** Limits: cards per file, properties per card and characters per value. */
const CARDS_MAX = 50
const PROPERTIES_MAX = 60
const VALUE_MAX = 1_000
/** Any longer line is a picture or another property that is not kept. */
const LINE_MAX = 8_000

/** Card properties that are kept, and how to parse each. Pictures, sounds, keys and extensions are removed. */
const PROPERTY_KINDS: Record<string, 'words' | 'parts' | 'phone' | 'email' | 'link' | 'day'> = {
  FN: 'words',
  N: 'parts',
  NICKNAME: 'words',
  TEL: 'phone',
  EMAIL: 'email',
  ADR: 'parts',
  ORG: 'parts',
  TITLE: 'words',
  ROLE: 'words',
  NOTE: 'words',
  BDAY: 'day',
  URL: 'link',
}
const TYPES = new Set(['HOME', 'WORK', 'CELL', 'VOICE', 'FAX', 'PAGER', 'MAIN', 'IPHONE', 'PREF', 'OTHER'])

/** A rewritten contact card, and the name on it. */
export interface Card {
  content: Buffer
  name: string
}

interface Property {
  name: string
  types: string[]
  value: string
}

/** Returns whether these bytes start like a contact card. */
export function isCard(bytes: Buffer): boolean {
  return /^\uFEFF?\s{0,20}BEGIN:VCARD\s/i.test(bytes.toString('utf8', 0, 64))
}

/**
 * Rewrites contact cards (vCard 3.0) with only names, numbers, addresses and notes as plain text. Returns undefined
 * when there is no complete card with a name.
 */
export function bareCards(bytes: Buffer): Card | undefined {
  if (bytes.length > CARD_MAX_BYTES) return undefined
  const cards: Property[][] = []
  let open: Property[] | undefined
  for (const line of linesOf(textOf(bytes))) {
    const property = propertyOf(line)
    if (!property) continue
    const { name, value } = property
    if (name === 'BEGIN') open = isVcard(value) ? [] : undefined
    else if (name === 'END' && isVcard(value)) {
      if (open && open.length > 0) cards.push(open)
      open = undefined
      if (cards.length === CARDS_MAX) break
    } else if (open && open.length < PROPERTIES_MAX) open.push(...rewriteProperty(property))
  }
  const named = cards.filter((card) => nameOf(card) !== '')
  const [first] = named
  if (!first) return undefined
  return { content: Buffer.from(named.map(written).join('')), name: nameOf(first) }
}

const isVcard = (value: string) => value.trim().toUpperCase() === 'VCARD'

/** Old phones write single-byte Latin letters. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Joins folded lines, including quoted-printable soft line breaks. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  let [isQuoted, carries] = [false, false]
  for (const line of text.split(/\r\n|\r|\n/)) {
    const continues = carries || (lines.length > 0 && /^[ \t]/.test(line))
    const piece = continues && !carries ? line.slice(1) : line
    if (!continues) isQuoted = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(line)
    carries = isQuoted && line.endsWith('=')
    const content = carries ? piece.slice(0, -1) : piece
    const last = lines.length - 1
    if (!continues) lines.push(content)
    else if ((lines[last] ?? '').length < LINE_MAX) lines[last] += content
  }
  return lines
}

function propertyOf(line: string): Property | undefined {
  const match = /^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;[^:";]{0,200}|"[^"]{0,200}"){0,20}):(.*)$/su.exec(line)
  if (!match) return undefined
  const [, name = '', parameters = '', value = ''] = match
  const upper = parameters.toUpperCase()
  const types = upper.split(/[;,="]+/).filter((part) => TYPES.has(part))
  const decoded = upper.includes('QUOTED-PRINTABLE') ? fromQuotedPrintable(value, upper) : value
  return { name: name.toUpperCase(), types: [...new Set(types)], value: decoded }
}

function fromQuotedPrintable(value: string, parameters: string): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const isLatin = /CHARSET=(?:ISO-8859-1|WINDOWS-1252)/.test(parameters)
  return isLatin ? new TextDecoder('windows-1252').decode(bytes) : textOf(bytes)
}

/** Parses and rewrites a property. Returns nothing for one that is not kept or is empty. */
function rewriteProperty({ name, types, value }: Property): Property[] {
  const how = Object.hasOwn(PROPERTY_KINDS, name) ? PROPERTY_KINDS[name] : undefined
  const clean = how && cleaned(how, value)
  return clean ? [{ name, types, value: clean }] : []
}

function cleaned(how: (typeof PROPERTY_KINDS)[string], value: string): string {
  switch (how) {
    case 'words':
      return escaped(plain(value))
    case 'parts': {
      const parts = value.split(/(?<!\\);/, 7).map((part) => escaped(plain(part)))
      return parts.every((part) => part === '') ? '' : parts.join(';')
    }
    case 'phone': {
      const phone = plain(value).replace(/^tel:/i, '').replace(/\s+/g, ' ')
      return /^[+(\d][\d ().+*#/,x-]{1,39}$/.test(phone) ? escaped(phone) : ''
    }
    case 'email':
      return /^[^\s@<>"':;,]{1,100}@[^\s@<>"':;,]{1,100}$/.exec(plain(value).replace(/^mailto:/i, ''))?.[0] ?? ''
    case 'day':
      return /^[\d-]{4,10}$/.exec(plain(value).slice(0, 10))?.[0] ?? ''
    case 'link':
      return /^https?:\/\/[^\s<>"'\\]{1,300}$/i.exec(plain(value))?.[0] ?? ''
    default:
      return ''
  }
}

/** Returns the plain text of a value: unescapes line breaks and separators, and removes invisible characters. */
function plain(value: string): string {
  const text = value
    .slice(0, VALUE_MAX)
    .replace(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
  return text.trim()
}

function escaped(text: string): string {
  return text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n')
}

/** Returns the name on a card: the full name, or its parts, or the nickname or organization. */
function nameOf(card: Property[]): string {
  const valueOf = (name: string) => card.find((property) => property.name === name)?.value ?? ''
  const read = (value: string) => plain(value).replace(/\s+/g, ' ')
  const [last = '', first = ''] = valueOf('N')
    .split(/(?<!\\);/)
    .map(read)
  const [firm = ''] = valueOf('ORG')
    .split(/(?<!\\);/)
    .map(read)
  const [tel, email] = [valueOf('TEL'), valueOf('EMAIL')].map(read)
  return read(valueOf('FN')) || `${first} ${last}`.trim() || read(valueOf('NICKNAME')) || firm || tel || email || ''
}

function written(card: Property[]): string {
  const named = card.some(({ name }) => name === 'FN') ? [] : [{ name: 'FN', types: [], value: escaped(nameOf(card)) }]
  const parts = card.some(({ name }) => name === 'N')
    ? []
    : [{ name: 'N', types: [], value: `;${escaped(nameOf(card))};;;` }]
  const lines = [...named, ...parts, ...card].map(
    ({ name, types, value }) => `${name}${types.map((type) => `;TYPE=${type}`).join('')}:${value}\r\n`,
  )
  return `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines.join('')}END:VCARD\r\n`
}
