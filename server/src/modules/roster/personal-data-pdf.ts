import { setImmediate as breathe } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import type { PersonalData } from './personal-data.ts'
import type { KeptMessage } from './views/personal-data.ts'

/** Entries written before others get their turn. */
const AT_ONCE = 20

/** Everything kept about a worker, as PDF with its fonts inside. */
export function asPdf(data: PersonalData, pages: AsyncIterable<KeptMessage[]>): Promise<Buffer> {
  const about = { title: 'Personal data', creator: data.organization, at: new Date(data.madeAt) }
  return makePdf(about, async (sheet) => {
    await sheet.write('Personal data', { size: 18 })
    sheet.space(1)
    await sheet.pair('Organization', data.organization)
    await sheet.pair('Made by', `${data.madeBy}, ${onClocks(data.madeAt, data.timeZone)}`)
    await sheet.pair('Time zone', data.timeZone)
    await writeHead(sheet, 'Facts')
    for (const { field, value } of data.facts) await sheet.pair(field, value)
    for (const [part, rows] of Object.entries(data.beside)) await writeRows(sheet, TITLES[part] ?? part, rows, data)
    await writeRows(sheet, 'Activity', data.activity, data)
    await writeHead(sheet, 'Messages')
    let nth = 0
    for await (const page of pages)
      for (const message of page) {
        if ((nth += 1) % AT_ONCE === 0) await breathe()
        await writeMessage(sheet, message, data.timeZone)
      }
    if (nth === 0) await sheet.write('None', { ink: 'faint' })
  })
}

const TITLES: Record<string, string> = {
  groups: 'Groups',
  groupHistory: 'History of groups',
  conversation: 'Conversation',
  voicemails: 'Voicemails',
  missedCalls: 'Missed calls',
  consent: 'Consent history',
  numbers: 'Numbers',
  merges: 'Merges',
  imports: 'Imports',
}

async function writeHead(sheet: Sheet, title: string): Promise<void> {
  sheet.space(1)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(title, { size: 12, isKept: true })
}

async function writeRows(
  sheet: Sheet,
  title: string,
  rows: readonly object[],
  { timeZone }: PersonalData,
): Promise<void> {
  await writeHead(sheet, title)
  if (rows.length === 0) await sheet.write('None', { ink: 'faint' })
  for (const [nth, row] of rows.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const { at, ...said } = row as { at?: string } & Record<string, unknown>
    const words = Object.entries(said).flatMap(([name, value]) => {
      const text = wordsOf(value)
      return text === '' ? [] : [`${name}: ${text}`]
    })
    if (at === undefined) await sheet.write(words.join(' \u00b7 '))
    else await sheet.pair(onClocks(at, timeZone), words.join(' \u00b7 '))
  }
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

async function writeMessage(sheet: Sheet, message: KeptMessage, zone: string): Promise<void> {
  const way = { in: 'In', out: 'Out', within: 'Team only' }[message.direction]
  const who = message.by === null || message.by === '' ? '' : ` \u00b7 ${message.by}`
  sheet.space(0.5)
  await sheet.write(`${onClocks(message.at, zone)} \u00b7 ${way}${who} \u00b7 ${message.state}`, {
    ink: 'faint',
    isKept: true,
  })
  const said = [message.body, message.translation, message.voicemail, message.event, message.files.join(', ')]
  for (const words of said) if (words) for (const line of words.split(/\r?\n/)) await sheet.write(line, { indent: 14 })
}

function onClocks(at: string, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
