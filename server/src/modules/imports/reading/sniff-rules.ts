import { refuse } from './refused.ts'

/** The supported text encodings; a file without a byte order mark is UTF-8 when valid, otherwise Windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The kind of a file by its first bytes; `encoding` is undefined when only the whole text can decide it. */
export type Kind = { kind: 'zip' } | { kind: 'text'; encoding: Encoding | undefined; bomLength: number }

const SAVE_AS = {
  en: 'Open it in your spreadsheet program and save it as XLSX or CSV.',
  es: 'Ábrelo en tu programa de hojas de cálculo y guárdalo como XLSX o CSV.',
}

/** Detects the kind of a file from its first bytes, never from its name; refuses files that are not tables. */
export function sniff(firstBytes: Buffer, name: string): Kind {
  if (firstBytes.length === 0)
    refuse({
      en: 'This file is empty. Choose one with a header row and people below it.',
      es: 'Este archivo está vacío. Elige uno con una fila de encabezado y personas debajo.',
    })
  if (starts(firstBytes, [0x50, 0x4b, 3, 4])) return { kind: 'zip' }
  if (starts(firstBytes, [0x50, 0x4b]))
    refuse({
      en: 'This file is a broken or empty archive. Export it again.',
      es: 'Este archivo comprimido está dañado o vacío. Expórtalo otra vez.',
    })
  if (starts(firstBytes, [0xd0, 0xcf, 0x11, 0xe0])) refuseOldFormat(firstBytes, name)
  if (firstBytes.toString('latin1', 0, 5) === '%PDF-')
    refuse({
      en: 'This is a PDF. Export the list as XLSX or CSV instead.',
      es: 'Esto es un PDF. Exporta la lista como XLSX o CSV.',
    })
  if (starts(firstBytes, [0xef, 0xbb, 0xbf])) return text(firstBytes, 'utf-8', 3)
  if (starts(firstBytes, [0xff, 0xfe])) return text(firstBytes, 'utf-16le', 2)
  if (starts(firstBytes, [0xfe, 0xff])) return text(firstBytes, 'utf-16be', 2)
  const zeros = zerosAt(firstBytes)
  if (zeros.odd > 0.3 && zeros.even < 0.05) return text(firstBytes, 'utf-16le', 0)
  if (zeros.even > 0.3 && zeros.odd < 0.05) return text(firstBytes, 'utf-16be', 0)
  if (zeros.odd + zeros.even > 0.01)
    refuse({
      en: `We cannot read this kind of file. ${SAVE_AS.en}`,
      es: `No podemos leer este tipo de archivo. ${SAVE_AS.es}`,
    })
  return text(firstBytes, undefined, 0)
}

/** The old binary container: a workbook from before 2007, or a newer one with a password. */
function refuseOldFormat(firstBytes: Buffer, name: string): never {
  const isLocked = /\.xls[xm]$/i.test(name) || firstBytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return refuse(
    isLocked
      ? {
          en: 'This file is locked with a password. Save it without one and upload it again.',
          es: 'Este archivo está bloqueado con contraseña. Guárdalo sin ella y súbelo otra vez.',
        }
      : {
          en: `This is an old Excel file (.xls). ${SAVE_AS.en}`,
          es: `Esto es un archivo antiguo de Excel (.xls). ${SAVE_AS.es}`,
        },
  )
}

function text(firstBytes: Buffer, encoding: Encoding | undefined, bomLength: number): Kind {
  const beginning = new TextDecoder(encoding ?? 'latin1')
    .decode(firstBytes.subarray(bomLength, bomLength + 2048))
    .trimStart()
  if (/^<(!doctype|html|table|head|body|meta)\b/i.test(beginning))
    refuse({
      en: `This is a web page, not a table. ${SAVE_AS.en}`,
      es: `Esto es una página web, no una tabla. ${SAVE_AS.es}`,
    })
  if (/^<\?xml|^<\w+[\s>]/.test(beginning))
    refuse({ en: `This is an XML file. ${SAVE_AS.en}`, es: `Esto es un archivo XML. ${SAVE_AS.es}` })
  if (/^(\{\s*"|\[\s*[[{])/.test(beginning))
    refuse({
      en: 'This is a JSON file. Export the list as XLSX or CSV instead.',
      es: 'Esto es un archivo JSON. Exporta la lista como XLSX o CSV.',
    })
  if (beginning.startsWith('{\\rtf'))
    refuse({ en: `This is a text document. ${SAVE_AS.en}`, es: `Esto es un documento de texto. ${SAVE_AS.es}` })
  return { kind: 'text', encoding, bomLength }
}

function starts(firstBytes: Buffer, signs: number[]): boolean {
  return signs.every((sign, at) => firstBytes[at] === sign)
}

/** Counts the NUL bytes at even and odd positions. */
function zerosAt(firstBytes: Buffer): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (let at = 0; at < firstBytes.length; at++) if (firstBytes[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  const half = Math.max(1, firstBytes.length / 2)
  return { even: zeros.even / half, odd: zeros.odd / half }
}
