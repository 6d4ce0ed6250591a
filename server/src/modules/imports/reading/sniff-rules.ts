import { msg } from '@crewline/contract/localized-text'
import { refuse } from './refused.ts'

/** The supported text encodings; a file without a byte order mark is UTF-8 when valid, otherwise Windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The kind of a file by its first bytes; `encoding` is undefined when only the whole text can decide it. */
export type Kind = { kind: 'zip' } | { kind: 'text'; encoding: Encoding | undefined; bomLength: number }

const SAVE_AS = msg({ message: 'Open it in your spreadsheet program and save it as XLSX or CSV.' })

/** Detects the kind of a file from its first bytes, never from its name; refuses files that are not tables. */
export function sniff(firstBytes: Buffer, name: string): Kind {
  if (firstBytes.length === 0)
    refuse(msg({ message: 'This file is empty. Choose one with a header row and rows below it.' }))
  if (starts(firstBytes, [0x50, 0x4b, 3, 4])) return { kind: 'zip' }
  if (starts(firstBytes, [0x50, 0x4b]))
    refuse(msg({ message: 'This file is a broken or empty archive. Export it again.' }))
  if (starts(firstBytes, [0xd0, 0xcf, 0x11, 0xe0])) refuseOldFormat(firstBytes, name)
  if (firstBytes.toString('latin1', 0, 5) === '%PDF-')
    refuse(msg({ message: 'This is a PDF. Export the list as XLSX or CSV instead.' }))
  if (starts(firstBytes, [0xef, 0xbb, 0xbf])) return text(firstBytes, 'utf-8', 3)
  if (starts(firstBytes, [0xff, 0xfe])) return text(firstBytes, 'utf-16le', 2)
  if (starts(firstBytes, [0xfe, 0xff])) return text(firstBytes, 'utf-16be', 2)
  const zeros = zerosAt(firstBytes)
  if (zeros.odd > 0.3 && zeros.even < 0.05) return text(firstBytes, 'utf-16le', 0)
  if (zeros.even > 0.3 && zeros.odd < 0.05) return text(firstBytes, 'utf-16be', 0)
  if (zeros.odd + zeros.even > 0.01)
    refuse(msg({ message: "We can't read this kind of file. {saveAs}", values: { saveAs: SAVE_AS } }))
  return text(firstBytes, undefined, 0)
}

/** The old binary container: a workbook from before 2007, or a newer one with a password. */
function refuseOldFormat(firstBytes: Buffer, name: string): never {
  const isLocked = /\.xls[xm]$/i.test(name) || firstBytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return refuse(
    isLocked
      ? msg({ message: 'This file is locked with a password. Save it without one and upload it again.' })
      : msg({ message: 'This is an old Excel file (.xls). {saveAs}', values: { saveAs: SAVE_AS } }),
  )
}

function text(firstBytes: Buffer, encoding: Encoding | undefined, bomLength: number): Kind {
  const beginning = new TextDecoder(encoding ?? 'latin1')
    .decode(firstBytes.subarray(bomLength, bomLength + 2048))
    .trimStart()
  if (/^<(!doctype|html|table|head|body|meta)\b/i.test(beginning))
    refuse(msg({ message: 'This is a web page, not a table. {saveAs}', values: { saveAs: SAVE_AS } }))
  if (/^<\?xml|^<\w+[\s>]/.test(beginning))
    refuse(msg({ message: 'This is an XML file. {saveAs}', values: { saveAs: SAVE_AS } }))
  if (/^(\{\s*"|\[\s*[[{])/.test(beginning))
    refuse(msg({ message: 'This is a JSON file. Export the list as XLSX or CSV instead.' }))
  if (beginning.startsWith('{\\rtf'))
    refuse(msg({ message: 'This is a text document. {saveAs}', values: { saveAs: SAVE_AS } }))
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
