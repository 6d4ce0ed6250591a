import { expect, test } from 'vitest'
import { judge as judgement } from './rules.ts'

const judge = (text: string) => judgement(text).intent

test.each([
  'itigil',
  'Itigil na po',
  'ihinto',
  'IHINTO NA PO ITO',
  'tama na',
  'Tama na po!',
  'ayoko na',
  'huwag na kayong mag-text',
  'Huwag na po kayong mag-text sa akin',
  'wag na mag text',
  "'Wag nyo na akong i-text",
  'huwag mo na akong padalhan ng mensahe',
  'wag na kayong magpadala ng mga text',
  'tanggalin mo ako',
  'Tanggalin nyo na po ako sa listahan',
  'alisin mo ako sa listahan',
  'Pakialis po ako sa listahan nyo',
  'burahin nyo ang number ko',
  'tigilan mo na ako',
  'Tigilan nyo na po ang pag-text sa akin',
  'itigil nyo na ang pagpapadala ng mga mensahe',
  'ayoko na pong makatanggap ng text mula sa inyo',
  'ayaw ko na ng mga text nyo',
  'stop na po',
  'Stop na po kayo mag text',
  'gusto ko nang mag-unsubscribe',
  'itigil na. Hindi na ako nagtatrabaho dyan',
  'i t i g i l',
  'itgil',
])('counts the request "%s" as an opt-out', (text) => {
  expect(judgement(text)).toMatchObject({ intent: 'opt_out' })
})

test('names Tagalog as the language of a request, so that it is answered in Tagalog', () => {
  for (const text of ['itigil', 'tama na', 'wag na mag text']) expect(judgement(text)).toMatchObject({ language: 'tl' })
})

test.each([
  'huwag kayong mag-text sa gabi',
  'wag na muna mag text ngayong linggo',
  'Wag kang mag text habang nagda-drive',
  'ayoko',
  'ang dami nyong text',
  'alisin mo ako sa group',
  'mali po ang number',
  'paano mag-unsubscribe?',
])('leaves "%s" for a member to decide', (text) => {
  expect(judge(text)).toBe('possible_opt_out')
})

test.each([
  'Papunta na po ako',
  'Male-late po ako ng 10 minuto',
  'Tama na ang bilang',
  'Tama po',
  'Itigil ang makina',
  'Itigil muna ang linya sa dock 4',
  'Ihinto ang conveyor bago mag lunch',
  'Huminto ang bus',
  'Titigil na ang ulan',
  'Hihinto ako sa gate',
  'Tigil muna ang trabaho',
  'Wag na po, salamat',
  'Huwag kang mag-alala',
  'Wag kalimutan ang gloves',
  'Ayoko na ng overtime',
  'Ayoko ng kape',
  'Alisin ang mga kahon sa bay 2',
  'Alisin mo ako sa schedule bukas',
  'Tanggalin ang label',
  'Mag-text ka pag andito na ang truck',
  'Itext mo ako mamaya',
  'Magpadala kayo ng kahon',
  'Huwag na kayong magpadala ng kahon',
  'Hindi ko natanggap ang text',
  'Wala akong natanggap na mensahe',
  'Anong oras ang shift?',
  'Tulungan mo ako sa dock 2',
  'Kailangan ko ng tulong sa timesheet',
  'Simulan na natin',
  'May sakit po ako',
  'Oo, pwede ako bukas',
  'Sino ang supervisor?',
])('takes no consent from the everyday message "%s", in any case', (text) => {
  for (const written of [text, text.toUpperCase(), text.toLowerCase(), `${text}!`])
    expect({ written, said: judge(written) }).toEqual({ written, said: 'none' })
})

test('recognizes START, YES, HELP and wrong numbers in Tagalog', () => {
  expect(['simulan', 'Magsimula!', 'tulong', 'Tulong po', 'oo', 'OPO'].map(judge)).toEqual([
    ...['opt_in', 'opt_in', 'help', 'help', 'yes', 'yes'],
  ])
  for (const text of ['wrong number po', 'Mali po ang number nyo', 'hindi po ako si Maria'])
    expect({ text, wrongNumber: judgement(text).wrongNumber }).toEqual({ text, wrongNumber: 'says' })
  for (const text of ['sino po ito?', 'Sino to', 'sino po sila'])
    expect({ text, wrongNumber: judgement(text).wrongNumber }).toEqual({ text, wrongNumber: 'asks' })
})
