import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { SaxesTagPlain } from 'saxes'
import type { Archive } from './archive.ts'
import { formatOf, type NumberFormat } from './cell-rules.ts'
import { inSlices } from './in-slices.ts'
import { refuse } from './refused.ts'
import { xmlParser } from './xml-parser.ts'

/** Maximum characters of shared strings of a workbook in memory while its sheet is read. */
const SHARED_MAX = 24_000_000

/** The parts of a workbook needed to read its sheet. */
export interface Workbook {
  sheet: string
  is1904: boolean
  formats: NumberFormat[]
  shared: string[]
  notes: LocalizedText[]
}

/** Calls back for each tag and text of a part, by local names. */
export async function walkXml(
  text: AsyncIterable<string>,
  on: {
    open?: (tag: SaxesTagPlain, name: string) => void
    close?: (name: string) => void
    text?: (text: string) => void
  },
): Promise<void> {
  const parser = xmlParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  if (on.open) parser.on('opentag', (tag) => on.open?.(tag, local(tag.name)))
  if (on.close) parser.on('closetag', (tag) => on.close?.(local(tag.name)))
  if (on.text) parser.on('text', on.text)
  for await (const piece of inSlices(text)) parser.write(piece)
  parser.close()
}

/** Reads the structure of a workbook: its first visible sheet, number formats, and shared strings. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has('xl/workbook.xml')) refuseOtherFormat(archive)
  const { sheets, is1904 } = await readSheets(archive)
  const visible = sheets.filter((sheet) => sheet.state === 'visible')
  const first =
    visible[0] ??
    refuse(msg({ message: 'This workbook has no sheet to read. Add one with a header row and rows below it.' }))
  const targets = await readTargets(archive)
  const sheet = targets.get(first.relation) ?? 'xl/worksheets/sheet1.xml'
  if (!archive.has(sheet))
    refuse(
      msg({
        message: "The first sheet of this workbook isn't a table. Move the table to the front and save it again.",
      }),
    )
  const others = visible.slice(1).map((sheet) => `“${sheet.name}”`)
  const skipped = others.slice(0, 5).join(', ')
  const notes =
    others.length > 0
      ? [
          others.length > 5
            ? msg({
                message: 'Read the first sheet, “{name}”. Left out: {skipped} and more.',
                values: { name: first.name, skipped },
              })
            : msg({
                message: 'Read the first sheet, “{name}”. Left out: {skipped}.',
                values: { name: first.name, skipped },
              }),
        ]
      : []
  return { sheet, is1904, notes, formats: await readFormats(archive), shared: await readShared(archive) }
}

function refuseOtherFormat(archive: Archive): never {
  const SAVE_AS: LocalizedText = msg({ message: 'Save it as XLSX or CSV and upload that.' })
  const names = archive.names()
  if (archive.has('xl/workbook.bin'))
    refuse(msg({ message: 'This is a binary workbook (.xlsb). {saveAs}', values: { saveAs: SAVE_AS } }))
  if (archive.has('content.xml'))
    refuse(msg({ message: 'This is an OpenDocument file (.ods). {saveAs}', values: { saveAs: SAVE_AS } }))
  if (names.some((name) => name.endsWith('.iwa') || name.startsWith('Index/') || name === 'Index.zip'))
    refuse(msg({ message: 'This is a Numbers file. In Numbers choose Export to, then Excel or CSV.' }))
  if (archive.has('word/document.xml'))
    refuse(msg({ message: 'This is a Word document. Copy the table into a spreadsheet and save it as XLSX.' }))
  return refuse(msg({ message: 'This archive holds no workbook. {saveAs}', values: { saveAs: SAVE_AS } }))
}

async function readSheets(archive: Archive) {
  const sheets: { name: string; state: string; relation: string }[] = []
  let is1904 = false
  await walkXml(archive.text('xl/workbook.xml'), {
    open: (tag, name) => {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(tag.attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const relation = Object.entries(tag.attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? ''
      sheets.push({ name: tag.attributes['name'] ?? '', state: tag.attributes['state'] ?? 'visible', relation })
    },
  })
  return { sheets, is1904 }
}

async function readTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (!archive.has('xl/_rels/workbook.xml.rels')) return targets
  await walkXml(archive.text('xl/_rels/workbook.xml.rels'), {
    open: ({ attributes }, name) => {
      if (name !== 'Relationship' || !attributes['Id'] || !attributes['Target']) return
      const target = attributes['Target']
      targets.set(attributes['Id'], target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return targets
}

async function readFormats(archive: Archive): Promise<NumberFormat[]> {
  if (!archive.has('xl/styles.xml')) return []
  const codes = new Map<string, string>()
  const ids: string[] = []
  let isInCells = false
  await walkXml(archive.text('xl/styles.xml'), {
    open: ({ attributes }, name) => {
      if (name === 'numFmt') codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) ids.push(attributes['numFmtId'] ?? '0')
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return ids.map((id) => formatOf(Number(id), codes.get(id)))
}

async function readShared(archive: Archive): Promise<string[]> {
  const shared: string[] = []
  if (!archive.has('xl/sharedStrings.xml')) return shared
  let size = 0
  let text = ''
  let isText = false
  let isReading = false
  await walkXml(archive.text('xl/sharedStrings.xml'), {
    open: (_tag, name) => {
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      size += text.length + 16
      if (size > SHARED_MAX)
        refuse(
          msg({ message: 'This workbook holds more text than we can read. Save the sheet as CSV and upload that.' }),
        )
      shared.push(text)
      text = ''
    },
  })
  return shared
}
