import type { Words } from '@crewline/contract/words'
import { refuse } from './refused.ts'

/** The encodings a text file may have; without a mark it is UTF-8 where it is valid, and else what Windows writes. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What a file is by its first bytes; `encoding` is open where only the whole text can tell. */
export type Kind = { kind: 'zip' } | { kind: 'text'; encoding: Encoding | undefined; mark: number }

const SAVE_AS: Words = {
  en: 'Open it in your spreadsheet program and save it as XLSX or CSV.',
  es: 'Ábrelo en tu programa de hojas de cálculo y guárdalo como XLSX o CSV.',
}

/** Reads what a file is from its first bytes, never from its name; refuses what is no table. */
export function sniff(head: Buffer, name: string): Kind {
  if (head.length === 0)
    refuse({
      en: 'This file is empty. Choose one with a header row and people below it.',
      es: 'Este archivo está vacío. Elige uno con una fila de encabezado y personas debajo.',
    })
  if (starts(head, [0x50, 0x4b, 3, 4])) return { kind: 'zip' }
  if (starts(head, [0x50, 0x4b]))
    refuse({
      en: 'This file is a broken or empty archive. Export it again.',
      es: 'Este archivo comprimido está dañado o vacío. Expórtalo otra vez.',
    })
  if (starts(head, [0xd0, 0xcf, 0x11, 0xe0])) refuseOld(head, name)
  if (head.toString('latin1', 0, 5) === '%PDF-')
    refuse({
      en: 'This is a PDF. Export the list as XLSX or CSV instead.',
      es: 'Esto es un PDF. Exporta la lista como XLSX o CSV.',
    })
  if (starts(head, [0xef, 0xbb, 0xbf])) return text(head, 'utf-8', 3)
  if (starts(head, [0xff, 0xfe])) return text(head, 'utf-16le', 2)
  if (starts(head, [0xfe, 0xff])) return text(head, 'utf-16be', 2)
  const zeros = zerosAt(head)
  if (zeros.odd > 0.3 && zeros.even < 0.05) return text(head, 'utf-16le', 0)
  if (zeros.even > 0.3 && zeros.odd < 0.05) return text(head, 'utf-16be', 0)
  if (zeros.odd + zeros.even > 0.01)
    refuse({
      en: `We cannot read this kind of file. ${SAVE_AS.en}`,
      es: `No podemos leer este tipo de archivo. ${SAVE_AS.es}`,
    })
  return text(head, undefined, 0)
}

/** The old binary container: a workbook of before 2007, or a newer one behind a password. */
function refuseOld(head: Buffer, name: string): never {
  const isLocked = /\.xls[xm]$/i.test(name) || head.includes(Buffer.from('EncryptedPackage', 'utf16le'))
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

function text(head: Buffer, encoding: Encoding | undefined, mark: number): Kind {
  const beginning = new TextDecoder(encoding ?? 'latin1').decode(head.subarray(mark, mark + 2048)).trimStart()
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
  return { kind: 'text', encoding, mark }
}

function starts(head: Buffer, signs: number[]): boolean {
  return signs.every((sign, at) => head[at] === sign)
}

/** The share of NUL bytes at even and at odd places. */
function zerosAt(head: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 }
  for (let at = 0; at < head.length; at++) if (head[at] === 0) found[at % 2 === 0 ? 'even' : 'odd'] += 1
  const half = Math.max(1, head.length / 2)
  return { even: found.even / half, odd: found.odd / half }
}
