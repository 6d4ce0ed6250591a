/** A card with a photo inside is a few hundred kilobytes; what is larger is not written by a phone, in bytes. */
const CARD_MAX_BYTES = 2 * 1024 * 1024
/** Cards of one file, properties of one card and characters of one value that are kept. */
const CARDS_MAX = 50
const PROPERTIES_MAX = 60
const VALUE_MAX = 1_000
/** What follows in a line is a picture, or nothing we keep. */
const LINE_MAX = 8_000

/** What is kept of a card, and how its value is read. Pictures, sounds, keys and what programs add for themselves are not. */
const KEPT: Record<string, 'words' | 'parts' | 'phone' | 'email' | 'link' | 'day'> = {
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

/** A contact card made anew, and whom it is about. */
export interface Card {
  content: Buffer
  name: string
}

interface Property {
  name: string
  types: string[]
  value: string
}

/** Whether these bytes begin as a contact card does. */
export function isCard(bytes: Buffer): boolean {
  return /^\uFEFF?\s{0,20}BEGIN:VCARD\s/i.test(bytes.toString('utf8', 0, 64))
}

/**
 * Writes contact cards anew (vCard 3.0), with nothing in them but names, numbers, addresses and notes as plain words.
 * Undefined where no whole card with somebody in it is there.
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
    } else if (open && open.length < PROPERTIES_MAX) open.push(...kept(property))
  }
  const named = cards.filter((card) => nameOf(card) !== '')
  const [first] = named
  if (!first) return undefined
  return { content: Buffer.from(named.map(written).join('')), name: nameOf(first) }
}

const isVcard = (value: string) => value.trim().toUpperCase() === 'VCARD'

/** Old phones write Latin letters of one byte each. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Lines with what was folded joined again, also after the sign with which quoted-printable carries a line over. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  let [isQuoted, carries] = [false, false]
  for (const line of text.split(/\r\n|\r|\n/)) {
    const continues = carries || (lines.length > 0 && /^[ \t]/.test(line))
    const piece = continues && !carries ? line.slice(1) : line
    if (!continues) isQuoted = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(line)
    carries = isQuoted && line.endsWith('=')
    const said = carries ? piece.slice(0, -1) : piece
    const last = lines.length - 1
    if (!continues) lines.push(said)
    else if ((lines[last] ?? '').length < LINE_MAX) lines[last] += said
  }
  return lines
}

function propertyOf(line: string): Property | undefined {
  const found = /^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;[^:";]{0,200}|"[^"]{0,200}"){0,20}):(.*)$/su.exec(line)
  if (!found) return undefined
  const [, name = '', parameters = '', value = ''] = found
  const said = parameters.toUpperCase()
  const types = said.split(/[;,="]+/).filter((word) => TYPES.has(word))
  const decoded = said.includes('QUOTED-PRINTABLE') ? fromQuotedPrintable(value, said) : value
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

/** The property with its value read and written anew; nothing where it is not one we keep, or says nothing. */
function kept({ name, types, value }: Property): Property[] {
  const how = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined
  const clean = how && cleaned(how, value)
  return clean ? [{ name, types, value: clean }] : []
}

function cleaned(how: (typeof KEPT)[string], value: string): string {
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

/** The words of a value: its signs for line breaks and separators read, nothing in it that cannot be seen. */
function plain(value: string): string {
  const said = value
    .slice(0, VALUE_MAX)
    .replace(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
  return said.trim()
}

function escaped(words: string): string {
  return words.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n')
}

/** What a card calls its person: their name, else its parts, else what they go by or where they work. */
function nameOf(card: Property[]): string {
  const said = (name: string) => card.find((one) => one.name === name)?.value ?? ''
  const read = (value: string) => plain(value).replace(/\s+/g, ' ')
  const [last = '', first = ''] = said('N')
    .split(/(?<!\\);/)
    .map(read)
  const [firm = ''] = said('ORG')
    .split(/(?<!\\);/)
    .map(read)
  const [tel, email] = [said('TEL'), said('EMAIL')].map(read)
  return read(said('FN')) || `${first} ${last}`.trim() || read(said('NICKNAME')) || firm || tel || email || ''
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
